// The page of a table that waits for players: it polls every few seconds and reloads when the table has changed.

const EVERY = 8_000;
const table = document.getElementById("table");

/** Whether the user is editing a field. */
function isEditing() {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && !field.readOnly && field.value !== "";
}

async function poll() {
  if (document.hidden) return;
  try {
    const answer = await fetch(table.dataset.revUrl, { headers: { Accept: "application/json" } });
    if (!answer.ok || (await answer.json()).rev <= Number(table.dataset.rev)) return;
  } catch {
    return; // On failure the next poll tries again.
  }
  if (isEditing()) document.getElementById("table-changed").hidden = false;
  else location.reload();
}

setInterval(poll, EVERY);
addEventListener("focus", poll);
document.addEventListener("visibilitychange", poll);
