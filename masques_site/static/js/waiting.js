// The page of a table that waits for players: it looks every few seconds whether somebody came, and shows it.

const EVERY = 8_000;
const table = document.getElementById("table");

/** Whether the reader is in the middle of writing something. */
function writing() {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && !field.readOnly && field.value !== "";
}

async function compare() {
  if (document.hidden) return;
  try {
    const answer = await fetch(table.dataset.revUrl, { headers: { Accept: "application/json" } });
    if (!answer.ok || (await answer.json()).rev <= Number(table.dataset.rev)) return;
  } catch {
    return; // Out of reach: the next beat asks again.
  }
  if (writing()) document.getElementById("table-changed").hidden = false;
  else location.reload();
}

setInterval(compare, EVERY);
addEventListener("focus", compare);
document.addEventListener("visibilitychange", compare);
