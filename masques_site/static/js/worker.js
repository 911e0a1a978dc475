// The service worker. /sw.js sets FACTS, the facts of this version, and imports this file.
//
// It keeps static files whose names carry a digest of their content, and one page, which says that the site can't be
// reached. It keeps no other page and nothing of an account, and requests that change something pass it by. So a new
// version can take over at once: a page that is still open only finds the files of its own version here.

const DIGEST = /\.[0-9a-f]{12}\.\w+$/;
const MOST_FILES = 300; // of a version; about as many as the site has
const PAGE_CACHE = `offline-${FACTS.version}`;
const FILE_CACHES = "files-";
const FILE_CACHE = FILE_CACHES + FACTS.version;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(prepare());
});

addEventListener("activate", (event) => event.waitUntil(takeOver()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(pageOf(event));
  else if (isKept(request.url) && !request.headers.has("range")) event.respondWith(fileOf(event));
});

async function prepare() {
  const [page, files] = await Promise.all([caches.open(PAGE_CACHE), caches.open(FILE_CACHE)]);
  await page.add(new Request(FACTS.offline, { cache: "reload" }));
  await files.addAll(FACTS.precache.map((name) => new URL(name, location.origin).href).filter(isKept));
}

/** Delete what earlier versions have kept, except the files of the last one: pages that are still open may need them. */
async function takeOver() {
  const names = (await caches.keys()).filter((name) => name !== PAGE_CACHE && name !== FILE_CACHE);
  const last = names.findLast((name) => name.startsWith(FILE_CACHES));
  await Promise.all(names.filter((name) => name !== last).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable(); // pages don't wait for a worker that starts
  await clients.claim();
}

/** Whether a file may be kept: it is one of ours, and its name changes with its content. */
function isKept(address) {
  const { origin, pathname } = new URL(address);
  return origin === location.origin && pathname.startsWith(FACTS.files) && DIGEST.test(pathname);
}

async function pageOf(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(FACTS.offline, { cacheName: PAGE_CACHE, ignoreVary: true })) ?? Response.error();
  }
}

async function fileOf(event) {
  const files = await caches.open(FILE_CACHE);
  const kept = await files.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const found = (await caches.match(event.request, { ignoreVary: true })) ?? (await fetch(event.request));
  if (found.ok) event.waitUntil(keep(files, event.request, found.clone()));
  return found;
}

async function keep(files, request, response) {
  try {
    await files.put(request, response);
  } catch {
    return; // the disk is full: the file comes from the site again
  }
  const oldestFirst = await files.keys();
  await Promise.all(oldestFirst.slice(0, -MOST_FILES).map((old) => files.delete(old)));
}

// Push: the site says what has happened, this shows it, and a click leads there.

addEventListener("push", (event) => {
  try {
    event.waitUntil(show(event.data.json()));
  } catch {
    // Not JSON, so not from our site.
  }
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(follow(ownPath(event.notification.data?.path)));
});

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** Show a message, unless it is on the screen already: as a notice, or as the page that it is about. `tag` is the same
    for all messages of a match; `key` for each attempt at this message. */
async function show({ title, body, path, tag, key, count }) {
  if (Number.isInteger(count)) await badge(count);
  const way = ownPath(path);
  const shown = tag ? await registration.getNotifications({ tag }) : [];
  if (shown.some((other) => key && other.data?.key === key) || (await isLookedAt(way))) return;
  const { icon, badge: mark } = FACTS;
  await registration.showNotification(title || FACTS.name, {
    body: body ?? "",
    icon,
    badge: mark,
    ...(tag ? { tag, renotify: shown.length > 0 } : {}),
    data: { path: way, key },
  });
}

const windows = () => clients.matchAll({ type: "window", includeUncontrolled: true });
const isAt = (window, path) => new URL(window.url).pathname === new URL(path, location.origin).pathname;

async function isLookedAt(path) {
  return (await windows()).some((one) => one.visibilityState === "visible" && one.focused && isAt(one, path));
}

/** Show how many matches wait on the icon of the installed site; 0 clears it. */
async function badge(count) {
  try {
    await navigator.setAppBadge?.(count);
  } catch {
    // The system does not allow it.
  }
}

/** The path of a page of this site; the home page for anything else, so that no message leads elsewhere. */
function ownPath(path) {
  if (typeof path !== "string" || !/^\/(?![\/\\])/.test(path)) return "/";
  const address = new URL(path, location.origin);
  return address.origin === location.origin ? address.pathname + address.search + address.hash : "/";
}

/** Lead the reader to `path`: to the window that shows it, in another one of ours, or in a new one. */
async function follow(path) {
  const open = await windows();
  const there = open.find((one) => isAt(one, path));
  const led = there ?? (open.length ? await open[0].navigate(path).catch(() => null) : null);
  await (led ? led.focus() : clients.openWindow(path));
}

/** Tell the site that the browser has replaced a subscription. A worker can't read the token of forms: the site knows the
    sender by the old address, which is a secret. */
async function renew({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey;
  if (!key) return; // the page of settings subscribes again
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = newSubscription ?? (await registration.pushManager.subscribe(options));
  await fetch(FACTS.changed, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ old_endpoint: oldSubscription.endpoint, subscription }),
  });
}
