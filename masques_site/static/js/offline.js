// The page that says that the site can't be reached. It is shown under the address that was asked for, so loading that
// again is trying again: the link does so when it is pressed, and this does so when the device is online again.

addEventListener("online", () => location.reload());
