// Follows the game: the page is read again whenever a line was written, also after the line was lost.
// Without any of this the page works, too: it is then read again by hand.
"use strict";
const game = document.getElementById("game");
const lost = document.getElementById("line");
const { live, part } = document.body.dataset;

function asked() {
  return game.querySelector("[data-question]")?.dataset.question;
}

function field() {
  return game.querySelector(".asked input[name=text]");
}

function show(text, keep) {
  const before = { question: asked(), typed: field()?.value, focused: document.activeElement === field() };
  game.innerHTML = text;
  for (const scripted of game.querySelectorAll(".faces, .photo")) scripted.hidden = false;
  const now = field();
  if (keep && now && before.question === asked() && before.typed) now.value = before.typed;
  if (now && before.focused) now.focus();
}

let reading = false, again = false;
async function read() {
  if (reading) { again = true; return; }
  reading = true;
  try {
    const answer = await fetch(part, { cache: "no-store" });
    if (answer.ok) show(await answer.text(), true);
    else if (answer.status === 404) { lost.textContent = await answer.text(); lost.hidden = false; source.close(); }
  } catch { lost.hidden = false; }
  reading = false;
  if (again) { again = false; read(); }
}

const source = new EventSource(live);
source.onopen = () => { lost.hidden = true; };
source.onmessage = () => { lost.hidden = true; read(); };
source.onerror = () => { lost.hidden = false; };
addEventListener("online", read);
document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const input = field();
  if (!button || !input) return;
  if (button.dataset.face) input.value += (button.dataset.face.length > 1 || / $/.test(input.value) ? " " : "") + button.dataset.face + (button.dataset.face.length > 1 ? " " : "");
  else if (button.dataset.erase !== undefined) input.value = input.value.trimEnd().slice(0, -1);
});

document.addEventListener("change", async (event) => {
  const form = event.target.closest(".photo");
  const photo = event.target.files?.[0];
  if (!form || !photo) return;
  const told = form.querySelector("[role=status]");
  told.textContent = "Sending …";
  const seen = form.elements.seen.value;
  try {
    const answer = await fetch(`${form.action}?text=${encodeURIComponent(seen)}`, { method: "POST", body: photo });
    told.textContent = answer.ok ? "Sent." : await answer.text();
    if (answer.ok) { form.reset(); read(); }
  } catch {
    told.textContent = "Not sent: not connected. Take it again.";
  }
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const body = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  const buttons = form.querySelectorAll("button");
  for (const one of buttons) one.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "1" } });
    show(await answer.text(), false);
  } catch {
    lost.hidden = false;
    for (const one of buttons) one.disabled = false;
  }
});

for (const scripted of game.querySelectorAll(".faces, .photo")) scripted.hidden = false;
