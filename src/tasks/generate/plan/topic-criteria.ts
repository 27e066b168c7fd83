/** What shows that a well-known matter is taken care of, whoever asks for it. */
const topics: readonly (readonly [RegExp, string])[] = [
  [/\bcsrf\b/i, "A request that changes something is refused without a valid CSRF token"],
  [/\bxss\b|cross-site scripting/i, "`<script>` in any field is shown as text and never run"],
  [/\bsql injection\b/i, "A quotation mark in any field is stored as it is and changes no query"],
  [/\bhttps\b|\btls\b/i, "A request over plain HTTP is redirected to HTTPS or refused"],
  [
    /content security policy|\bcsp\b/i,
    "Every page carries a `Content-Security-Policy` header, and an inline script is blocked",
  ],
  [/\brate[- ]limit/i, "The first request beyond the limit is answered with 429"],
  [
    /\bpaginat|\binfinite scroll/i,
    "The second page begins with the record after the last one of the first, and none is shown twice",
  ],
  [/\bdark (?:mode|theme)|\bthemes?\b/i, "The chosen theme is still on after a reload"],
  [
    /\bresponsive\b|mobile[- ]first/i,
    "At 375 and at 1280 pixels of width nothing is cut off and nothing scrolls sideways",
  ],
  [
    /\bkeyboard navigation\b|\baccessibility\b|\bwcag\b|screen reader/i,
    "Every control can be reached and used with the keyboard alone, and has a name",
  ],
  [
    /\boffline\b/i,
    "With the network off the last data is shown, and changes made then are there once it is back",
  ],
  [/\bcach(?:e|es|ed|ing)\b/i, "A second request within the cache's lifetime does not reach the source"],
  [/\baudit (?:log|trail)|\blogs? all\b/i, "Each entry of the log tells who did what, and when"],
  [/\bdrag[- ]and[- ]drop|\breorder/i, "The new order is still there after a reload"],
  [/\bbackups?\b/i, "A restored backup holds the same records"],
  [/\bundo\b/i, "Undoing brings back exactly what was there before"],
  [
    /\breal[- ]time\b|\blive updates?\b|\bwebsockets?\b/i,
    "A change made in one window shows in another without a reload",
  ],
  [
    /\bsync(?:s|ed|hroni[sz]\w*|ing)?\b.*\bdevices?\b|\bdevices?\b.*\bsync/i,
    "A change made on one device shows on another",
  ],
  [
    /\blanguage switch|\bswitch\w* (?:the )?languages?\b/i,
    "After a switch of language no text of the other language is left on the page",
  ],
  [
    /\bautosave|\bauto-save|\bsaves? (?:drafts?|automatically)/i,
    "After closing the page without saving, what was entered is still there",
  ],
  [/\bencrypt/i, "What lies in the store cannot be read without the key"],
  [
    /\bhash(?:ed|es|ing)?\b.*\bpasswords?\b|\bpasswords?\b.*\bhash/i,
    "The stored record holds a hash and no password",
  ],
  [
    /\bunauthori[sz]ed\b|\baccess control|\bpermissions?\b|\brole[- ]based/i,
    "A request by somebody without the right is answered with 401 or 403, and nothing is changed",
  ],
  [/\banonymous auth/i, "A first visit gets an identity of its own, which a reload keeps"],
];

const most = 2;

/** The checks of the matters that a requirement names. */
export const topicCriteria = (text: string): readonly string[] =>
  topics.flatMap(([wording, criterion]) => (wording.test(text) ? [criterion] : [])).slice(0, most);
