import type { Deliverable } from "./draft.ts";

// The first that fits decides.
const wordings: readonly (readonly [Deliverable, RegExp])[] = [
  [
    "test",
    /^(?:write |add |run )?(?:the )?(?:unit|integration|end-to-end|e2e|regression|load|performance) tests?\b|\b(?:test suite|test coverage|unit tests?|integration tests?|e2e tests?|run tests|benchmarks?)\b|테스트 (?:코드|작성)/i,
  ],
  [
    "document",
    /\b(?:api reference|user guide|integration guide|readme|architecture documentation|reference documentation|compatibility matrix|changelog|runbook|setup guide|example applications?|tutorials?)\b|^documentation\b|\bdocumentation (?:must|should)\b|\bdocument (?:the|how|all)\b/i,
  ],
  [
    "release",
    /\b(?:published? to|npm registry|app store submission|distribut(?:e|ed) as|deploy(?:ed|ment)? (?:to|pipeline)|ci\/cd|rollout|feature flag|release pipeline|docker image)\b/i,
  ],
  [
    "model",
    /\b(?:database schema|data model|(?:database|db|sql|supabase|dynamodb) (?:table|migration)|(?:table|collection|schema|record|entity|document|model)s?\b[^.]{0,40}\b(?:with (?:the )?(?:following )?fields|must (?:contain|include|have)|columns?)|must (?:contain|have) the following (?:required )?fields|create (?:the |a )?(?:tabla|table)|crear tabla|schema extension|데이터 구조|테이블 생성|spalten)/i,
  ],
  [
    "job",
    /\b(?:every \d+ (?:minutes?|hours?|days?)|cron|scheduled (?:job|task)|background (?:job|worker|task|refresh)|nightly|daily job|(?:daily|weekly|monthly|hourly)\b.{0,60}\bat \d{1,2}:\d{2}|every (?:day|night|week|month|hour) at|at the end of each|queue worker|batch job|scheduler)\b/i,
  ],
  [
    "endpoint",
    /\b(?:GET|POST|PUT|PATCH|DELETE)\s+`?\/|\b(?:api endpoint|rest endpoint|endpoint (?:must|should|that|for|to|is)|expose an? (?:api|endpoint)|webhook endpoint|refresh endpoint)\b/,
  ],
  [
    "integration",
    /\b(?:stripe|paypal|twilio|sendgrid|mailgun|resend|oauth|openid|sso|saml|webhooks?|third[- ]party|external (?:api|service)|google (?:sign|login|maps|drive|calendar)|facebook login|slack api|openai|gpt-|llm|claude|gemini|s3\b|cloudinary|firebase (?:auth|anonymous|cloud)|storekit|play billing|in-app purchases?|print partner|sdk)\b/i,
  ],
  [
    "screen",
    /\b(?:page|screen|form|modal|dialog|dashboard|gallery|button|selector|panel|sidebar|navigation bar|nav ?bar|menu|toggle|tooltip|badge|card|progress bar|indicator|theme|layout|responsive|landing|wizard|view mode|ui|interface|icon|visual|chart|graph|drag[- ]and[- ]drop|dropdown|tab|table format|input field|text field|editor|placeholder|label|banner|toast|animation|display(?:ed|s)?|show(?:n|s)?|(?:view|see|browse) (?:all|their|the|an?|detailed|past|its|each|every))\b|화면|버튼|모달|대시보드|페이지|Seite|Ansicht|pantalla|página/i,
  ],
];

/** What a requirement asks to be delivered, judged by its words. */
export function deliverableOf(text: string): Deliverable {
  return wordings.find(([, wording]) => wording.test(text))?.[0] ?? "logic";
}
