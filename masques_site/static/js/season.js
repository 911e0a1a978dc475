// A live page of a season.

import { follow } from "../games/js/section.js";

follow("season", (frame) => "season" in frame);
