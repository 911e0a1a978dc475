// The switch that turns the cards of a hand face down, against the eyes of neighbours. This device remembers it; the page
// waits for this script before it shows anything.

const KEY = "cards face down";
const cover = document.getElementById("cover");

/** Do something with the storage of this device, if it may be used. */
function stored(act) {
  try {
    return act(localStorage);
  } catch {
    return null; // forbidden by the browser: the switch works, and is forgotten
  }
}

cover.checked = stored((storage) => storage.getItem(KEY)) !== null;
cover.addEventListener("change", () => {
  stored((storage) => (cover.checked ? storage.setItem(KEY, "yes") : storage.removeItem(KEY)));
});
