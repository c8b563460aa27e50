// Keeps the overlay up to date: reloads it after every entry, and when new win chances are available.
"use strict";
const overlay = document.getElementById("overlay");
const lost = document.getElementById("line");
const { live, part } = document.body.dataset;
const AGAIN = 1000;

let reading = false, again = false;
async function read() {
  if (reading) { again = true; return; }
  reading = true;
  try {
    const answer = await fetch(part, { cache: "no-store" });
    if (answer.ok) { overlay.innerHTML = await answer.text(); lost.hidden = true; }
    else if (answer.status === 404) closed();
  } catch { lost.hidden = false; }
  reading = false;
  if (again) { again = false; read(); }
}

function closed() {
  source.close();
  overlay.replaceChildren();
  lost.textContent = "This link was revoked.";
  lost.hidden = false;
}

let source;
function follow() {
  source?.close();
  source = new EventSource(live);
  source.onopen = () => { lost.hidden = true; };
  source.onmessage = read;
  source.addEventListener("closed", closed);
  source.onerror = () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(async () => { await read(); if (overlay.childElementCount) follow(); }, AGAIN);
  };
}
follow();
addEventListener("offline", () => { lost.hidden = false; });
addEventListener("online", follow);
