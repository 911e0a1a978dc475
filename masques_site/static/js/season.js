// A live page of a season.

import { follow } from "./section.js";

follow("season", (frame) => "season" in frame);
