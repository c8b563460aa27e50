// Keeps the game up to date: reloads the page part after every entry, and after a lost connection is restored.
// The page also works without this script, but must then be reloaded by hand.
"use strict";
const game = document.getElementById("game");
const lost = document.getElementById("line");
const { live, part } = document.body.dataset;
const AGAIN = 1000;
const ANSWERED_ALREADY = 409;
const WAITS = 5000;  // how long to wait for a response, in milliseconds
const WITHDRAWN = "This link was revoked. Ask for a new link.";
const NOT_SENT = "Not sent, because there is no connection. Your text is kept. Send it again when you are connected.";
const NO_ANSWER = "The server did not answer. Wait for the connection. If nothing has changed, send your entry again.";
const connected = lost.textContent;

const asked = () => game.querySelector("[data-question]")?.dataset.question;
const version = () => game.querySelector("[data-version]")?.dataset.version;
const turn = () => game.querySelector("[data-turn]")?.dataset.turn;
const field = () => game.querySelector(".asked input[name=text]");

function say(text) {
  lost.textContent = text || connected;
  lost.hidden = !text;
}

function disconnected() {
  if (lost.hidden || ![NOT_SENT, NO_ANSWER].includes(lost.textContent)) say(connected);
}

// ---- the displayed page part and the text typed into it

function typed() {
  const fields = [...game.querySelectorAll("form select, form input:not([type=hidden], [type=file])")];
  return fields.map((one) => ({
    form: one.form.getAttribute("action"), name: one.name, value: one.value, checked: one.checked,
    touched: "refused" in one.dataset || (one.options ? !one.selectedOptions[0].defaultSelected : one.value !== one.defaultValue || one.checked !== one.defaultChecked),
    focused: one === document.activeElement,
  }));
}

// Shows a page part. Typed text is kept, but not in a form that was sent: there, the server's answer counts.
function show(text, sent) {
  const before = { question: asked(), turn: turn(), fields: typed() };
  const open = new Set([...game.querySelectorAll("details[open] summary")].map((one) => one.textContent));
  game.innerHTML = text;
  const same = before.question === asked();
  for (const one of game.querySelectorAll("summary")) one.parentElement.open = open.has(one.textContent) && (same || !one.closest(".asked"));
  put(before, sent);
  ready();
}

function put(before, sent) {
  const same = before.question === asked();
  for (const one of before.fields) {
    const answers = one.form.endsWith("/answer"), keep = one.form !== sent;
    if (!one.touched && !one.focused) continue;
    if (one.form.endsWith("/orders") && before.turn !== turn()) continue;
    const now = [...game.querySelectorAll("form select, form input")].find(
      (each) => each.form.getAttribute("action") === one.form && each.name === one.name);
    if (answers && !same) {
      if (keep && one.touched && one.name === "text" && one.value.trim()) typedBefore = one.value;
      continue;
    }
    if (!now) continue;
    if (keep && one.touched) { now.value = one.value; now.checked = one.checked; if (now.closest("details")) now.closest("details").open = true; }
    if (one.focused) now.focus();
  }
  if (typedBefore) tell(`The question has changed. You had typed: ${typedBefore}`);
}

// Typed text survives a reload of the page, in this tab only, until it is entered or the link is revoked.
const TYPED = `typed ${part}`;
let typedBefore = "";  // what was typed for an earlier question; shown until something is entered

function remember() {
  const fields = typed().filter((one) => one.touched);
  try {
    if (fields.length || typedBefore) sessionStorage.setItem(TYPED, JSON.stringify({ question: asked(), turn: turn(), fields, typedBefore }));
    else sessionStorage.removeItem(TYPED);
  } catch { /* the browser has no storage */ }
}

// A game that was opened from an evening links back to it.
try {
  const evening = sessionStorage.getItem("evening");
  if (evening) {
    document.querySelector("#evening a").href = evening;
    document.getElementById("evening").hidden = false;
  }
} catch { /* the browser has no storage */ }

function remembered() {
  try {
    const before = JSON.parse(sessionStorage.getItem(TYPED));
    if (before) { typedBefore = before.typedBefore; put(before); }
  } catch { /* the browser has no storage */ }
}

function tell(text) {
  const told = document.createElement("p");
  told.className = "told";
  told.setAttribute("role", "status");
  told.textContent = text;
  game.querySelector(".asked")?.before(told);
}

function ready() {
  for (const scripted of game.querySelectorAll(".faces, .photo, [data-step]")) scripted.hidden = false;
  counted();
}

function closed() {
  source?.close();
  game.replaceChildren();
  remember();
  say(WITHDRAWN);
}

let reading = false, again = false;
async function read() {
  if (reading) { again = true; return; }
  reading = true;
  try {
    const answer = await fetch(part, { cache: "no-store" });
    if (answer.ok) { show(await answer.text()); remember(); say(""); }
    else if (answer.status === 404) closed();
    else { say(await answer.text()); setTimeout(read, 2 * AGAIN); }
  } catch { disconnected(); }
  reading = false;
  if (again) { again = false; read(); }
}

// ---- live updates

let source;
function follow() {
  source?.close();
  source = new EventSource(live);
  source.onmessage = (event) => { if (event.data === version()) say(""); else read(); };
  source.addEventListener("closed", closed);
  source.onerror = () => {
    disconnected();
    if (source.readyState === EventSource.CLOSED) setTimeout(async () => { await read(); if (game.childElementCount) follow(); }, AGAIN);
  };
}
follow();
addEventListener("offline", disconnected);
addEventListener("online", follow);
document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });

// ---- buttons for dice and amounts

const faces = (text) => /^[\d\s]*$/.test(text) ? (game.querySelector(".faces").dataset.wide ? text.split(/\s+/).filter(Boolean) : text.match(/\d/g) ?? []) : null;

function counted() {
  const keys = game.querySelector(".faces"), told = game.querySelector(".sofar");
  if (!keys || !told) return;
  const dice = faces(field().value);
  const next = keys.dataset.labels && dice ? keys.dataset.labels.split("\n")[dice.length] : "";
  const many = dice && dice.length ? ` ${dice.length} of ${keys.dataset.dice}` : "";
  told.textContent = next ? `${many}, next: ${next}`.replace(/^,/, "") : many;
  for (const key of keys.querySelectorAll("[data-face]")) {
    const times = dice ? dice.filter((one) => one === key.dataset.face).length : 0;
    key.querySelector(".times").textContent = times ? `×${times}` : "";
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const input = field();
  if (!button) return;
  const { face, erase, step } = button.dataset;
  if (face) input.value = button.parentElement.dataset.wide ? `${input.value.trimEnd()} ${face}`.trim() : input.value + face;
  else if (erase !== undefined) input.value = input.value.trimEnd().replace(button.parentElement.dataset.wide ? /\s*\S+$/ : /.$/, "");
  else if (step) { const amount = button.parentElement.querySelector("input"); if (step > 0) amount.stepUp(); else amount.stepDown(); }
  else return;
  counted();
  remember();
});
document.addEventListener("input", () => { counted(); remember(); });

// ---- sending forms and photos

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
    told.textContent = "Not sent, because there is no connection. Take the photo again.";
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
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "1" }, signal: AbortSignal.timeout(WAITS) });
    const text = await answer.text();
    if (answer.headers.get("content-type")?.startsWith("text/html")) {
      if (answer.ok) typedBefore = "";
      show(text, answer.status === ANSWERED_ALREADY ? null : form.getAttribute("action"));
      remember();
      say("");
      game.querySelector("[role=alert], .told")?.scrollIntoView({ block: "nearest" });
      return;
    }
    if (answer.status === 404) { closed(); return; }
    say(text);
  } catch (error) {
    say(error.name === "TimeoutError" ? NO_ANSWER : NOT_SENT);
  }
  for (const one of buttons) one.disabled = false;
});

remembered();
ready();
