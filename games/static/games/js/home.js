// The home page of a player, which follows what waits for them: its lists are fetched again whenever one has changed.

import { guard, load } from "./fragment.js";
import { remember } from "./keep.js";
import { ask, isOpen, onBeat, onFrame } from "./live.js";

const section = () => document.getElementById("home");
let isStale = false;
let refreshing = false;

async function refresh() {
  isStale = true;
  if (refreshing || document.hidden) return;
  refreshing = true;
  try {
    while (isStale) {
      isStale = false;
      const restore = remember(section());
      await load(section(), section().dataset.url);
      restore(section());
    }
  } catch {
    isStale = true; // the next beat tries again
  } finally {
    refreshing = false;
  }
}

guard("home", "home");

let isFirst = true; // the socket says first what the page knows, unless something came in between
onFrame(({ waiting }) => {
  if (waiting === undefined) return;
  if (!isFirst || waiting !== Number(section().dataset.waiting)) refresh();
  isFirst = false;
});
onBeat(async () => {
  if (isStale) return refresh();
  const url = document.getElementById("waiting-count").dataset.url;
  if (!isOpen() && (await ask(url))?.waiting !== Number(section().dataset.waiting)) refresh();
});
