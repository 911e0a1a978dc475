// The page that says that the site can't be reached. It is shown under the address that was asked for, so loading that
// again is trying again: the link does so when it is pressed, and this does so when the site answers again.

const AGAIN = 4000; // milliseconds between looks, and as many more by chance: many pages may wait for one site

addEventListener("online", () => location.reload());

/** Load the page again if the site answers. The device may be online while the site is away, or have come online before
 * this listened. */
function look() {
  if (document.hidden) return;
  fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    (answer) => answer.status < 500 && location.reload(),
    () => {},
  );
}

// At its own address the page is what was asked for.
if (location.pathname !== document.querySelector("[data-address]").dataset.address) {
  setInterval(look, AGAIN * (1 + Math.random()));
}
