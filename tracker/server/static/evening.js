// Keeps the evening up to date: reloads the page part after every entry, and after a lost connection is restored.
// The page also works without this script, but must then be reloaded by hand.
"use strict";
const page = document.getElementById("evening");
const lost = document.getElementById("line");
const { live, part } = document.body.dataset;

const WAITS = 5000;  // how long to wait for a response, in milliseconds
const WITHDRAWN = "This link was revoked. Ask the organiser for a new link.";
const NOT_SENT = "Not sent, because there is no connection. Your text is kept. Send it again when you are connected.";
const NO_ANSWER = "The server did not answer. Wait for the connection. If nothing has changed, send your entry again.";

// Typed text and opened sections are kept as long as their form exists. A form that could not be sent says so.
const unsent = new Map();
let typedBefore = "";
const keyOf = (form) => form.dataset.key ?? `${form.getAttribute("action")} ${form.elements.game?.value ?? ""}`;

const ticks = (field) => field.type === "checkbox";

function kept() {
  const found = new Map();
  for (const one of page.querySelectorAll("form[data-key]")) {
    const fields = [...one.elements].filter((each) => each.name && each.type !== "hidden" && each.type !== "submit");
    const typed = fields.filter((each) => ticks(each) ? each.checked !== each.defaultChecked : each.value && each.value !== (each.defaultValue ?? [...each.options, each.options[0]].find((one, at) => one.defaultSelected || at === each.length).value));
    found.set(one.dataset.key, {
      values: fields.map((each) => [each.name, ticks(each) ? each.checked : each.value]),
      typed: typed.map((each) => ticks(each) ? each.parentElement.textContent.trim() : each.selectedOptions?.[0].text ?? each.value).join(" : "),
    });
  }
  for (const one of page.querySelectorAll("details[data-key]")) found.set(one.dataset.key, one.open);
  const at = document.activeElement;
  found.at = at?.name && at.form?.dataset.key ? [at.form.dataset.key, at.name] : null;
  return found;
}

function put(found) {
  for (const one of page.querySelectorAll("details[data-key]")) if (found.get(one.dataset.key)) one.open = true;
  for (const one of page.querySelectorAll("form[data-key]")) {
    for (const [name, value] of found.get(one.dataset.key)?.values ?? []) if (one.elements[name]) one.elements[name][ticks(one.elements[name]) ? "checked" : "value"] = value;
    if (found.at?.[0] === one.dataset.key) one.elements[found.at[1]]?.focus();
    found.delete(one.dataset.key);
  }
  for (const { typed } of found.values()) if (typed) typedBefore = typed;
  if (typedBefore) tell(page.querySelector("header"), `This changed while you were typing. You had typed: ${typedBefore}`, "after");
}

// Typed text survives a reload of the page, in this tab only, until it is sent or the link is revoked.
const TYPED = `typed ${part}`;

function remember() {
  const found = [...kept()].filter(([, one]) => one === true || one.typed);
  try { sessionStorage.setItem(TYPED, JSON.stringify(found)); } catch { /* the browser has no storage */ }
}

function remembered() {
  try { put(new Map(JSON.parse(sessionStorage.getItem(TYPED) ?? "[]"))); } catch { /* the browser has no storage */ }
}

// Games that are opened in this tab link back to the evening.
try { sessionStorage.setItem("evening", live.replace(/\/live$/, "")); } catch { /* the browser has no storage */ }

function tell(beside, text, where) {
  const told = document.createElement("p");
  told.className = "why unsent";
  told.setAttribute("role", "alert");
  told.textContent = text;
  beside[where](told);
  return told;
}

function show(text, sent) {
  const before = kept();
  if (sent) for (const one of [sent, sent.closest("details")]) before.delete(one?.dataset.key);
  page.innerHTML = text;
  put(before);
  for (const one of page.querySelectorAll("form")) if (unsent.has(keyOf(one))) tell(one, unsent.get(keyOf(one)), "append");
  tick();
}

function closed(text) {
  source.close();
  page.replaceChildren();
  remember();
  lost.textContent = text;
  lost.hidden = false;
}

let reading = false, again = false;
async function read() {
  if (reading) { again = true; return; }
  reading = true;
  let text = "";
  try {
    const answer = await fetch(part, { cache: "no-store" });
    if (answer.ok) { text = await answer.text(); lost.hidden = true; }
    else if (answer.status === 404) closed(WITHDRAWN);
  } catch { lost.hidden = false; }
  reading = false;
  if (text) { show(text); remember(); }
  if (again) { again = false; read(); }
}

let source;
function follow() {
  source?.close();
  source = new EventSource(live);
  source.onopen = () => { lost.hidden = true; };
  source.onmessage = () => { lost.hidden = true; read(); };
  source.addEventListener("closed", () => closed(WITHDRAWN));
  source.onerror = () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(async () => { await read(); if (page.childElementCount) follow(); }, WAITS);
  };
}
follow();
addEventListener("offline", () => { lost.hidden = false; });
addEventListener("online", follow);
document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!page.contains(form) || "plain" in form.dataset) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form)), key = keyOf(form);
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  unsent.delete(key);
  form.querySelector(".unsent")?.remove();
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "1" }, signal: AbortSignal.timeout(WAITS) });
    if (answer.status === 404) { closed(WITHDRAWN); return; }
    typedBefore = "";
    show(await answer.text(), form);
    if (answer.ok) remember();
    page.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  } catch (error) {
    unsent.set(key, error.name === "TimeoutError" ? NO_ANSWER : NOT_SENT);
    tell(form, unsent.get(key), "append").scrollIntoView({ block: "nearest" });
    for (const one of form.querySelectorAll("button")) one.disabled = false;
  }
});

// The clock uses the server's time, because the phone's clock may be wrong.
let apart = 0, told = "";
function tick() {
  const clock = page.querySelector(".clock");
  if (!clock) return;
  if (clock.dataset.now !== told) { told = clock.dataset.now; apart = told - Date.now(); }
  const left = Math.ceil((clock.dataset.ends - Date.now() - apart) / 60000);
  clock.querySelector("small").textContent = left > 90 ? `${Math.floor(left / 60)} h ${left % 60} min left` : left > 0 ? `${left} min left` : "time is up";
  clock.classList.toggle("soon", left <= 10);
}
document.addEventListener("input", remember);
page.addEventListener("toggle", remember, true);
remembered();
tick();
setInterval(tick, 5000);
