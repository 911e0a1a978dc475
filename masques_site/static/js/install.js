// Registers the service worker, after everything else that the page needs. Pages of logged-in users load it: the worker
// serves people who come back. Without a worker, or where a browser refuses it, the site works as before.

async function install() {
  try {
    await navigator.serviceWorker.register("/sw.js");
  } catch {
    // Private windows and full disks refuse: there is no offline page then, and no push.
  }
}

if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") install();
  else addEventListener("load", install);
}
