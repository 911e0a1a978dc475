// Navigation in a match's history without loading whole pages. Arrow keys, Home and End follow the same links.

import { explain, hide, ensureTabStop } from "./explain.js";
import { addressOf, followed, guard, load } from "./fragment.js";
import { glide, snapshot } from "./glide.js";
import { isPlaying, play, stop } from "./playback.js";

const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-forward", Home: "step-first", End: "step-last" };
const section = () => document.getElementById("history");
let wanted = null;
let busy = false;

/** Load `url`. Of several requests made while one is loading, only the last is loaded next. */
async function navigate(url) {
  wanted = url;
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const next = wanted;
      wanted = null;
      hide();
      const before = snapshot(section());
      await load(section(), next, { address: next });
      glide(section(), before);
    }
  } finally {
    busy = false;
  }
  enhance();
}

/** Show what needs scripts: hints about keys and copy buttons; and scroll the log to the current line. */
function enhance() {
  ensureTabStop();
  for (const hint of section().querySelectorAll("[data-keys]")) hint.hidden = false;
  if (navigator.clipboard) for (const button of section().querySelectorAll("button[data-copy]")) button.hidden = false;
  showPlaying();
  const scrub = document.getElementById("scrub");
  scrub.value = scrub.defaultValue;
  scrub.form.querySelector("[data-plain-only]").hidden = true;
  const log = section().querySelector(".log");
  const line = log.querySelector("[aria-current]");
  if (line) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
}

const nextStep = () => document.getElementById("step-forward");

function showPlaying() {
  const button = document.getElementById("play");
  button.hidden = !isPlaying() && !nextStep();
  button.textContent = isPlaying() ? button.dataset.pause : button.dataset.play;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#play")) return;
  if (isPlaying()) stop(showPlaying);
  else play(nextStep, showPlaying);
});

/** The slider goes to a ply while it is drawn. */
document.addEventListener("input", (event) => {
  const { target } = event;
  if (target.id !== "scrub") return;
  stop(showPlaying);
  navigate(`${target.form.getAttribute("action")}?ply=${target.value}&as=${target.form.elements.as.value}`);
});

document.addEventListener("click", (event) => {
  const link = followed(event, "#history a.step");
  if (!link) return;
  if (event.isTrusted) stop(showPlaying);
  event.preventDefault();
  navigate(addressOf(link));
});

document.addEventListener("click", (event) => {
  const item = event.target.closest(":is(#board, #tray, .seat-panel) [data-card]");
  if (item && !event.target.closest("a, summary")) explain(item);
});

document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .log")) return;
  const link = document.getElementById(id);
  if (!link) return;
  event.preventDefault();
  navigate(addressOf(link));
});

guard("history", "history");
enhance();
