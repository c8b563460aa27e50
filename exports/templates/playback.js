"use strict";
// Plays the list of lines back: the board shows every unit as it stood after the line.
const lines = [...document.querySelectorAll("li[data-units]")];
const rows = [...document.querySelectorAll("tr[data-unit]")];
const tables = [...document.querySelectorAll(".board table")];
const find = (id) => document.getElementById(id);
const slider = find("slider"), play = find("play");
const changes = lines.map((line) => JSON.parse(line.dataset.units));
const states = [];
for (const changed of changes) states.push({ ...states.at(-1), ...changed });

let at = lines.length - 1, timer = null;

function show(line) {
  lines[at].removeAttribute("aria-current");
  at = Math.max(0, Math.min(line, lines.length - 1));
  const now = lines[at];
  now.setAttribute("aria-current", "step");
  slider.value = at;
  find("when").textContent = now.dataset.when;
  find("score").textContent = now.dataset.score;
  find("said").textContent = now.dataset.said;
  find("stands").textContent = `After line ${now.dataset.line}`;
  slider.setAttribute("aria-valuetext", `line ${now.dataset.line}`);
  for (const row of rows) {
    const [left, marks] = states[at][row.dataset.unit] ?? ["", ""];
    row.hidden = left === "";
    row.querySelector(".left").textContent = left;
    row.querySelector(".marks").textContent = marks;
    row.classList.toggle("gone", left === "0");
    row.classList.toggle("changed", row.dataset.unit in changes[at]);
  }
  for (const table of tables) table.hidden = !table.querySelector("tbody tr:not([hidden])");
}

function stop() {
  clearTimeout(timer);
  timer = null;
  play.textContent = "Play";
}

function wait() {
  // Longer lines take longer to read.
  timer = setTimeout(() => {
    show(at + 1);
    if (at < lines.length - 1) wait();
    else stop();
  }, 1000 + 20 * lines[at].dataset.said.length);
}

function step(line) {
  stop();
  show(line);
}

const actions = {
  first: () => step(0),
  back: () => step(at - 1),
  forward: () => step(at + 1),
  last: () => step(lines.length - 1),
  play() {
    if (timer !== null) return stop();
    if (at === lines.length - 1) show(0);
    play.textContent = "Pause";
    wait();
  },
};
const keys = { " ": "play", ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

if (lines.length) {
  for (const [id, act] of Object.entries(actions)) find(id).addEventListener("click", act);
  slider.max = lines.length - 1;
  slider.addEventListener("input", () => step(Number(slider.value)));
  lines.forEach((line, n) => line.addEventListener("click", () => step(n)));
  document.addEventListener("keydown", (event) => {
    const own = event.key === " " ? "button, summary" : "input";
    const act = actions[keys[event.key]];
    if (!act || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(own)) return;
    event.preventDefault();
    act();
  });
  show(0);
  find("player").hidden = false;
}
