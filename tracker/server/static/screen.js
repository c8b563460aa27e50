// The big screen: turns its pages, counts down the clock and follows the evening without anybody at the keyboard.
"use strict";
const screenful = document.getElementById("screen");
const lost = document.getElementById("line");
const { live, part } = document.body.dataset;
const STAYS = 12000, FRESH = 45000;
const came = new Map();
let leaf = 0, apart = 0, told = "";

function turn(to) {
  const leaves = screenful.querySelectorAll(".leaf");
  leaf = leaves.length ? to % leaves.length : 0;
  leaves.forEach((one, place) => { one.hidden = place !== leaf; });
  if (leaves.length) fit(leaves[leaf]);
}

// A name that is too long for its row is shown in smaller type, on two lines or, if necessary, three.
function fit(page) {
  for (const name of page.querySelectorAll(".home, .away, .name")) {
    name.classList.remove("long", "longest");
    name.classList.toggle("long", name.scrollWidth > name.clientWidth);
    name.classList.toggle("longest", name.scrollHeight > name.clientHeight);
  }
}

// New results are highlighted for a while.
function mark(first) {
  for (const row of screenful.querySelectorAll("[data-version]")) {
    const version = row.dataset.version;
    if (version === "0") continue;
    if (!came.has(version)) came.set(version, first ? 0 : Date.now());
    row.classList.toggle("fresh", Date.now() - came.get(version) < FRESH);
  }
}

function tick() {
  const clock = screenful.querySelector(".clock");
  if (clock.dataset.now !== told) { told = clock.dataset.now; apart = told - Date.now(); }
  const now = Date.now() + apart, face = clock.querySelector("b"), ends = +clock.dataset.ends;
  if (!ends) {
    face.textContent = new Date(now).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    return;
  }
  const left = Math.ceil((ends - now) / 1000), away = Math.abs(left);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = `${two(Math.floor(away / 60) % 60)}:${two(away % 60)}`;
  const hours = Math.floor(away / 3600);
  face.textContent = left <= 0 ? "time" : hours ? `${hours}:${minutes}` : minutes;
  clock.classList.toggle("soon", left > 0 && left <= 600);
  clock.classList.toggle("over", left <= 0);
}

function show(text, first) {
  if (text) screenful.innerHTML = text;
  turn(leaf);
  mark(first);
  tick();
}

let reading = false, again = false;
async function read() {
  if (reading) { again = true; return; }
  reading = true;
  try {
    const answer = await fetch(part, { cache: "no-store" });
    if (answer.ok) { show(await answer.text(), false); lost.hidden = true; }
    else if (answer.status === 404) closed();
  } catch { lost.hidden = false; }
  reading = false;
  if (again) { again = false; read(); }
}

function closed() {
  source.close();
  screenful.hidden = true;
  lost.textContent = "This link was revoked. Ask the organiser for a new link.";
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
    if (source.readyState === EventSource.CLOSED) setTimeout(async () => { await read(); if (!screenful.hidden) follow(); }, 5000);
  };
}

document.documentElement.classList.add("turns");
show("", true);
follow();
addEventListener("offline", () => { lost.hidden = false; });
addEventListener("online", follow);
setInterval(tick, 250);
setInterval(read, 60000);
let turning;
function turnsItself() {
  clearInterval(turning);
  turning = setInterval(() => { turn(leaf + 1); mark(false); }, STAYS);
}
turnsItself();
// After a key turns the page, the new page stays for the full interval.
addEventListener("keydown", (event) => {
  const back = screenful.querySelectorAll(".leaf").length - 1;
  const by = { ArrowRight: 1, " ": 1, ArrowLeft: back }[event.key];
  if (by) { turn(leaf + by); turnsItself(); }
});
addEventListener("resize", () => turn(leaf));
navigator.wakeLock?.request("screen").catch(() => {});
