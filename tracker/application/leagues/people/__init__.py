"""The players of a league: enrolment, attendance and departures."""
