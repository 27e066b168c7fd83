/** What a section of a PRD is about. `features`, `stories` and `criteria` stand in where there are no `requirements`. */
export type SectionKind =
  | "requirements"
  | "features"
  | "solution"
  | "stories"
  | "criteria"
  | "quality"
  | "technical"
  | "data"
  | "endpoints"
  | "design"
  | "testing"
  | "release"
  | "plan"
  | "nonGoals"
  | "questions"
  | "future"
  | "metrics"
  | "goals"
  | "dependencies"
  | "risks"
  | "context"
  | "other";

/** A heading that says in so many words that the requirements stand below it. */
const functional =
  /functional (requirements?|spec|scope)|^functional\b|^((core|product|feature|detailed|key|main|mvp|business|user) )?requirements?$|feature requirements?|functionele eisen|funktionale anforderungen|^anforderungen$|(requisitos|requerimientos) funcionales|requisitos funcionais|exigences fonctionnelles|requisiti funzionali|wymagania funkcjonalne|기능 ?요구 ?사항|^요구 ?사항$|功能需求|機能要件|функциональные требования/;

/** True for a heading such as `Functional Requirements`, beside which `Browser Requirements` is secondary. */
export const isPlainlyRequirements = (heading: string): boolean => functional.test(headingWords(heading));

// The first wording that fits decides, so the narrower ones stand before the wider ("non-functional" before "functional").
const wordings: readonly (readonly [SectionKind, RegExp])[] = [
  [
    "nonGoals",
    /non[- ]?goals?|out[- ]of[- ]scope|not in scope|exclusions?|excluded|(?:won['’]?t|don['’]?t|do not|not)[- ](do|have|build|need|want)\b|\bno[- ]gos?\b|nicht[- ]?ziele|nicht im (scope|umfang)|au(ß|ss)erhalb|fuera de(l)? alcance|no[- ]objetivos|não[- ]objetivos|fora d[eo] escopo|hors (périmètre|scope)|non[- ]objectifs|fuori (ambito|scope)|buiten scope|niet[- ]doelen|poza zakresem|비목표|범위 ?(외|제외)|제외 ?범위|非目标|非目標|范围外|不在范围|対象外|スコープ外|вне рамок|не входит|не[- ]?цели/,
  ],
  [
    "quality",
    /non[- ]?functional|\bnfrs?\b|^quality$|quality (attributes?|requirements?)|nicht[- ]?funktionale|no funcionales|não[- ]funcionais|non fonctionnelles|non funzionali|niet[- ]functionele|niefunkcjonalne|비기능|非功能|非機能|нефункциональн/,
  ],
  ["requirements", functional],
  [
    "questions",
    /open (questions?|issues?|points?|items?)|outstanding questions?|unresolved|questions?$|tbd|offene (fragen|punkte)|preguntas|questions ouvertes|perguntas|domande aperte|open vragen|otwarte pytania|질문|未解決|待定|待解决|开放问题|открытые вопросы/,
  ],
  [
    "future",
    /^future(?!-)|\b(potential|possible) future|later (phases?|versions?)|^phase [2-9]|post[- ]mvp|nice[- ]to[- ]have|backlog|^v[2-9]\b|ausblick|^futur[oa]\b|향후|今后|将来|未来|в будущем/,
  ],
  [
    "metrics",
    /^success$|metrics?|kpis?|success (criteria|measures?|indicators?)|measur(e|ing) success|erfolgs|métricas|indicateurs|metriche|성공|지표|指标|指標|метрики/,
  ],
  ["testing", /acceptance tests?\b|akzeptanztest|abnahmetest/],
  [
    "criteria",
    /acceptance|definition of done|akzeptanz|abnahme|criterios de aceptaci|critères d.acceptation|critérios de aceita|criteri di accettazione|acceptatie|kryteria|수용|인수|완료 조건|验收|受け入れ|критерии при/,
  ],
  ["testing", /\btest(s|ing)?\b|\bqa\b|quality assurance|pruebas|teste?s?\b|테스트|测试|テスト|тестирован/],
  [
    "stories",
    /user (stor(y|ies)|journeys?|scenarios?)|use[- ]cases?|^stories|jobs to be done|nutzergeschichten|anwendungsfälle|historias de usuario|récits? utilisateur|histórias d[eo] usuário|gebruikersverhalen|historie użytkownik|사용자 스토리|用户故事|ユーザーストーリー|пользовательские истории/,
  ],
  ["endpoints", /\bapis?\b|endpoints?|routes?$|rest interface|schnittstelle|接口/],
  [
    "data",
    /^(?:data|daten|datos)$|data (models?|structures?|schemas?|entit|design|formats?)|database|schemas?\b|\bentit(y|ies)\b|storage (schema|design)|datenmodell|datenbank|modelos? de datos|modelo de dados|modèle de données|데이터 ?(모델|구조)|数据(模型|库|结构)|データ(モデル|構造)|модель данных/,
  ],
  [
    "quality",
    /performance|security|accessib|scalab|reliab|compliance|privacy|observab|availability|localization|internationali[sz]ation|sicherheit|seguridad|rendimiento|보안|성능|安全|性能|безопасность/,
  ],
  ["release", /deploy|release|rollout|roll-out|launch|migration|go[- ]live|documentation$|배포|部署|выпуск/],
  [
    "plan",
    /phases?\b|milestones?|roadmap|timeline|schedule|sprints?|implementation (plan|order|strategy|priorit)|^priorit|delivery plan|work breakdown|next steps?|immediate actions|tasks?\b|checklist|meilenstein|fases|cronograma|구현 ?(우선|계획|단계)|우선순위|체크리스트|里程碑|计划|этапы/,
  ],
  [
    "dependencies",
    /dependenc|prerequisites?|integration points|abhängigkeiten|dependencias|의존|依赖|зависимости/,
  ],
  [
    "risks",
    /risks?|mitigation|assumptions?|constraints?|limitations?|rollback|risiken|riesgos|supuestos|위험|리스크|风险|риски/,
  ],
  ["context", /implementation (summary|status|notes)|completion|status$/],
  [
    "technical",
    /technical|architecture|technolog|tech stack|^stack|implementation|infrastructure|backend|frontend|technische|architektur|t[eé]cnic|기술|아키텍처|技术|技術|技术方案|технич/,
  ],
  [
    "design",
    /design|\bui\b|\bux\b|user (interface|experience|flow)|wireframes?|mock-?ups?|screens?\b|layout|diseño|디자인|화면|设计|デザイン|дизайн/,
  ],
  [
    "requirements",
    /requirements?$|^requirements?\b|^eisen|anforderungen$|requisitos|requerimientos|exigences|requisiti|wymagania|요구 ?사항|需求|要件|требования/,
  ],
  [
    "context",
    /^why\b|^feature overview|introduction|overview|summary|background|context|problem|purpose|vision|motivation|personas?|target (users?|audience|market)|stakeholders?|glossary|appendi|references?|resources|change ?log|revision|history|document (control|info)|approval|sign-off|related|einleitung|überblick|übersicht|introducción|개요|배경|참고|概述|背景|概要|введение|обзор/,
  ],
  ["goals", /goals?|objectives?|^ziele?$|objetivos|objectifs|doelen|cele$|목표|目标|目標|цели/],
  [
    "features",
    /^(?:sub)?commands?$|^(?:game )?mechanics$|^game ?play$|moscow|^(must|should|could)([- ]have)?s?$|features?$|^features?\b|capabilit|functionality|deliverables|funzionalità|fonctionnalités|funciones|funkcje|기능|功能|機能|функци/,
  ],
  [
    "solution",
    /\bscope\b|^umfang|alcance|solution|proposal|proposed|approach|how it works|what we.?re building|lösung|solución|解决方案|해결/,
  ],
];

/** A heading without its numbering, emoji, markup and closing remarks, in lower case. */
export function headingWords(heading: string): string {
  return heading
    .replaceAll(/[^\p{L}\p{N}\s'’()&/.,:-]/gu, " ")
    .trim()
    .replace(/^(?:section|part|chapter)?\s*(?:\d+(?:\.\d+)*|[IVX]+)[.):]*\s+/i, "")
    .trim()
    .toLowerCase();
}

/** What a heading alone says its section is about; `other` where it says nothing known. */
function kindOfHeading(heading: string): SectionKind {
  const words = headingWords(heading);
  // What stands in parentheses is a remark or a translation: it counts only where the words before it say nothing.
  const before = words.replaceAll(/\([^)]*\)?/g, "").trim();
  return firstKind(before) ?? firstKind(words) ?? "other";
}

const firstKind = (words: string): SectionKind | undefined =>
  // A path may hold any word: `GET /rooms/availability`.
  /^(?:get|post|put|patch|delete)\s+\//.test(words)
    ? "endpoints"
    : words === ""
      ? undefined
      : wordings.find(([, wording]) => wording.test(words))?.[0];

// A heading below these may well be called "Data" or "Testing" and is still one of theirs.
const closedKinds: ReadonlySet<SectionKind> = new Set([
  "nonGoals",
  "questions",
  "future",
  "metrics",
  "criteria",
  "testing",
  "stories",
  "plan",
  "risks",
  "goals",
  "dependencies",
]);
const kindsWithinRequirements: ReadonlySet<SectionKind> = new Set(["nonGoals", "questions", "future"]);

/** What a section is about, given what the section around it is about. */
export function sectionKind(heading: string, parent: SectionKind): SectionKind {
  const own = kindOfHeading(heading);
  if (closedKinds.has(parent)) return parent;
  if (parent === "requirements" || parent === "features") {
    const isQuality = own === "quality" && /non|nfr|quality|nicht|비기능|非/.test(headingWords(heading));
    if (own === "requirements" && /^(?:functional|non)/.test(headingWords(heading))) return own;
    return kindsWithinRequirements.has(own) || isQuality ? own : parent;
  }
  if (parent === "quality" && own !== "requirements") return kindsWithinRequirements.has(own) ? own : parent;
  return own === "other" ? parent : own;
}
