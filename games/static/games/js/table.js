// The page of a table that waits for players. When the match starts, its page takes this one's place.

import { follow } from "./section.js";

follow("table", (frame) => "match" in frame);
