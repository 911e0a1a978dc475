// Push in this browser: the state in words, and a button that turns it on and off. All words are in the template
// (notices/_push.html): a <template> for each state, whose `data-button` is the button's text; without one there is no
// button. The button's data-* attributes say where a subscription is sent, and by which key the site signs its messages.

const section = document.getElementById("push");
const button = section.querySelector("button[data-push-key]");
const known = new Set(button.dataset.pushKnown.split(" "));
const words = section.querySelector("[role=status]");
const key = Uint8Array.fromBase64?.(button.dataset.pushKey, { alphabet: "base64url" }) ?? decoded(button.dataset.pushKey);

function decoded(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function show(state) {
  const { content, dataset } = section.querySelector(`template[data-state="${state}"]`);
  words.replaceChildren(content.cloneNode(true));
  if (state !== "working") {
    button.hidden = !dataset.button;
    button.textContent = dataset.button ?? "";
  }
  section.dataset.state = state;
}

/** Whether this is Safari of an iPhone or iPad, outside of an installed site: there is no push until it is installed. */
function mustBeInstalled() {
  const isTablet = navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
  return (/iPhone|iPad|iPod/.test(navigator.userAgent) || isTablet) && !matchMedia("(display-mode: standalone)").matches;
}

/** The subscription of this browser by the site's present key, for this user; null if there is none. Another user of
    the same browser may have one. */
async function subscribed() {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  const own = new Uint8Array(subscription?.options.applicationServerKey ?? []);
  const fits = own.length === key.length && own.every((byte, at) => byte === key[at]);
  return fits && known.has(subscription.endpoint) ? subscription : null;
}

async function state() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return mustBeInstalled() ? "install" : "unsupported";
  }
  if (Notification.permission === "denied") return "blocked";
  return (await subscribed()) ? "on" : "off";
}

async function send(url, facts) {
  const token = section.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(facts) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // by an earlier key, or of another user
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await send(button.dataset.pushUrl, subscription.toJSON());
    known.add(subscription.endpoint);
  } catch (error) {
    await subscription.unsubscribe(); // the site does not know of it
    throw error;
  }
}

/** End the subscription. The site hears of it if it has an address for that, else from the push service. */
async function turnOff(subscription) {
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  if (button.dataset.pushOffUrl) await send(button.dataset.pushOffUrl, { endpoint });
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const subscription = await subscribed();
    show("working"); // some browsers ask a server of their own first
    await (subscription ? turnOff(subscription) : turnOn());
    show(await state());
  } catch {
    show("failed");
  } finally {
    button.disabled = false;
  }
});

show(await state());
