"""A league's players: enrolment, attendance and departures."""
