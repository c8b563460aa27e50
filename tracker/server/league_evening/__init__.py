"""A league's evening on phones and on a big screen: access, views and forms."""
