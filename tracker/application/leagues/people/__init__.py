"""The players of a league: enrolment, attendance, departures."""
