"""The evening of a league on phones and a big screen: access, views and forms."""
