// Plays a match step by step: presses the link to the next step repeatedly, until there is none or the reader stops.

const STEP = 1_600; // milliseconds
const STOP = 5_000; // at the end of a round, which has more to read

let timer = 0;

export const isPlaying = () => timer !== 0;

/**
 * Start with the next step after the usual time. `next()` gives the link of the step, or nothing at the end; it is
 * called again before each one. `changed()` is called when playing starts and when it ends.
 */
export function play(next, changed = () => {}) {
  stop();
  const again = () => {
    const link = next();
    if (!link) return stop(changed);
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 0 }));
    timer = setTimeout(again, document.querySelector(".told-lines li") ? STOP : STEP);
  };
  timer = setTimeout(again, STEP);
  changed();
}

export function stop(changed = () => {}) {
  clearTimeout(timer);
  timer = 0;
  changed();
}
