"""Access from phones: the server, and a link with a QR code for each role."""
