"""The evening of a league on phones and a big screen: who comes in, what is seen, what is said."""
