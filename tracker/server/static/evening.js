// Follows the evening: the page is read again whenever a line was written, also after the line was lost.
// Without any of this the page works, too: it is then read again by hand.
"use strict";
const page = document.getElementById("evening");
const lost = document.getElementById("line");
const { live, part } = document.body.dataset;

// What is typed and what is open stays as long as it is about the same thing.
function kept() {
  const found = new Map();
  for (const one of page.querySelectorAll("form[data-key]")) {
    const fields = [...one.elements].filter((each) => each.name && each.type !== "hidden");
    found.set(one.dataset.key, fields.map((each) => [each.name, each.value]));
  }
  for (const one of page.querySelectorAll("details[data-key]")) found.set(one.dataset.key, one.open);
  const at = document.activeElement;
  found.at = at?.name && at.form?.dataset.key ? [at.form.dataset.key, at.name] : null;
  return found;
}

function put(found) {
  for (const one of page.querySelectorAll("details[data-key]")) if (found.get(one.dataset.key)) one.open = true;
  for (const one of page.querySelectorAll("form[data-key]")) {
    for (const [name, value] of found.get(one.dataset.key) || []) if (one.elements[name]) one.elements[name].value = value;
    if (found.at?.[0] === one.dataset.key) one.elements[found.at[1]]?.focus();
  }
}

function show(text, keep) {
  const before = keep ? kept() : null;
  page.innerHTML = text;
  if (before) put(before);
  tick();
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

let source;
function follow() {
  source = new EventSource(live);
  source.onopen = () => { lost.hidden = true; };
  source.onmessage = () => { lost.hidden = true; read(); };
  source.onerror = () => { lost.hidden = false; if (source.readyState === EventSource.CLOSED) setTimeout(follow, 5000); };
}
follow();
addEventListener("online", read);
document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!page.contains(form)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "1" } });
    show(await answer.text(), false);
    page.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  } catch {
    lost.hidden = false;
    for (const one of form.querySelectorAll("button")) one.disabled = false;
  }
});

// The clock goes by the server's time, whatever the phone thinks it is.
let apart = 0, told = "";
function tick() {
  const clock = page.querySelector(".clock");
  if (!clock) return;
  if (clock.dataset.now !== told) { told = clock.dataset.now; apart = told - Date.now(); }
  const left = Math.ceil((clock.dataset.ends - Date.now() - apart) / 60000);
  clock.querySelector("small").textContent = left > 90 ? `${Math.floor(left / 60)} h ${left % 60} min left` : left > 0 ? `${left} min left` : "time is up";
  clock.classList.toggle("soon", left <= 10);
}
tick();
setInterval(tick, 5000);
