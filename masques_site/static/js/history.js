// Stepping through a history without loading whole pages; arrow keys, Home and End follow the same links.

import { explain, hide, openDoor } from "./explain.js";
import { addressOf, followed, guard, load } from "./fragment.js";
import { glide, remember } from "./glide.js";

const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-forward", Home: "step-first", End: "step-last" };
const section = () => document.getElementById("history");
let wanted = null;
let busy = false;

/** Go to `url`; of several wanted while one is on its way, only the last is fetched. */
async function go(url) {
  wanted = url;
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const next = wanted;
      wanted = null;
      hide();
      const before = remember(section());
      await load(section(), next, { address: next });
      glide(section(), before);
    }
  } finally {
    busy = false;
  }
  settle();
}

/** What only a script can: tell of the keys, offer to copy, keep the current line in sight. */
function settle() {
  openDoor();
  for (const hint of section().querySelectorAll("[data-keys]")) hint.hidden = false;
  if (navigator.clipboard) for (const button of section().querySelectorAll("button[data-copy]")) button.hidden = false;
  const log = section().querySelector(".log");
  const line = log.querySelector("[aria-current]");
  if (line) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
}

document.addEventListener("click", (event) => {
  const link = followed(event, "#history a.step");
  if (!link) return;
  event.preventDefault();
  go(addressOf(link));
});

document.addEventListener("click", (event) => {
  const thing = event.target.closest("#board [data-card]");
  if (thing && !event.target.closest("a, summary")) explain(thing);
});

document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .log")) return;
  const link = document.getElementById(id);
  if (!link) return;
  event.preventDefault();
  go(addressOf(link));
});

guard("history", "history");
settle();
