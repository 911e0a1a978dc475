// A section of a page that follows what it shows: it is fetched again when a frame, or a beat, announces a newer revision.

import { guard, load } from "./fragment.js";
import { remember } from "./keep.js";
import { ask, onBeat, onFrame } from "./live.js";

const JITTER = 1_000; // many may read the same; a second later is soon enough

/** Refresh the section with this id on frames for which `isAbout(frame)` holds. The section says in its data which
    revision it shows, where it is fetched, where to ask for the revision, and what is announced. */
export function follow(id, isAbout) {
  const section = () => document.getElementById(id);
  const seen = () => Number(section().dataset.rev);
  let newest = 0;
  let refreshing = false;

  async function refresh() {
    if (refreshing || newest <= seen()) return;
    refreshing = true;
    const wanted = newest;
    const restore = remember(section());
    try {
      await load(section(), section().dataset.url);
      restore(section());
      document.getElementById(`${id}-news`).textContent = section().dataset.news;
    } catch {
      // The next beat tries again.
    } finally {
      refreshing = false;
    }
    if (newest > wanted) refresh();
  }

  function onRevision(rev) {
    if (!(rev > seen())) return;
    newest = Math.max(newest, rev);
    setTimeout(refresh, Math.random() * JITTER);
  }

  guard(id, id);
  onFrame((frame) => isAbout(frame) && onRevision(frame.rev));
  onBeat(async () => onRevision((await ask(section().dataset.revUrl))?.rev));
}
