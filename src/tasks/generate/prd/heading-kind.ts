// All wordings are in lower case and without accents, as `headingWords` returns a heading.

/** Headings that literally say "requirements". */
const functional =
  /functional (requirements?|spec|scope)|(?:perimetre|specifications?) fonctionnel|(?:alcance|escopo|especificac\w+) funciona|^functional\b|^what (?:it|the (?:\w+ )?\w+|users?) (?:must|should|(?:has|have) to|needs? to) do$|^((core|product|feature|detailed|key|main|mvp|business|user|system|software) )?requirements?$|functionele (eisen|vereisten)|funktionale anforderungen|^(anforderungen|eisen|vereisten|krav|vaatimukset|gereksinimler)$|(requisitos|requerimientos) funcionales|requisitos funcionais|exigences fonctionnelles|requisiti funzionali|wymagania funkcjonalne|funktionella krav|islevsel gereksinimler|기능 ?요구 ?사항|^요구 ?사항$|功能(性)?需求|^需求$|機能要件|^要件$|функциональные требования|^(?:funkcni )?pozadavky$|yeu cau chuc nang|ข้อกำหนด/;

const nonFunctional =
  /non[- ]?functional|\bnfrs?\b|^(?:quality|qualitat|calidad|qualite|qualita|qualidade|kwaliteit|jakosc)$|quality (attributes?|requirements?)|nicht[- ]?funktionale|no funcionales|nao[- ]funcionais|non fonctionnelles|non funzionali|niet[- ]functionele|niefunkcjonalne|icke-funktionella|비기능|非功能|非機能|нефункциональн|nefunkcni|phi chuc nang/;

/** Whether a heading is like `Functional Requirements`. Next to it, one like `Browser Requirements` is secondary. */
export const isPlainlyRequirements = (heading: string): boolean => functional.test(headingWords(heading));

const contents =
  /^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$|^indice$|^sommaire$|^table des matieres$|^sumario$|^目录$|^目次$|^목차$/;

// The first match decides, so specific wordings come before general ones ("non-functional" before "functional").
const groups = [
  {
    context:
      /^press release\b|\balternatives? (?:\w+ )?considered$|^(?:considered|rejected) (?:alternatives|approaches|options|solutions)$|^rejected:|^conclusions?$|^competitive (?:advantages?|analysis|landscape)$|^market (?:opportunity|size)$|^(?:business model|go[- ]to[- ]market|unit economics)$|\bvalue propositions?$|^known (?:gaps|issues|limitations)\b|^(?:why|examples?|team|roles(?! (?:and|&) permissions)|self[- ]clarification|renamed requirements)\b|^(?:(?:estimated |expected )?costs?|cost (?:analysis|estimates?|breakdown))$|^(?:想定)?(?:コスト|費用)$|\bexample (?:\w+ )?(?:calculations?|responses?|structures?)|\bproject statistics$|\b(?:apis?|endpoints?) consum(?:ed|id[oa]s)$|^reasoning$|^demo scenarios?$|^(?:glossary|glossar|glosario|glossaire|glossario)$|术语|용어|用語/,
    plan: /^epics?(?: list| overview| details)?$|^review (?:and|&) acceptance checklist|今後の(?:進め方|流れ|作業)/,
    features: /^epic \d/,
    nonGoals:
      /(?:non|anti)[- ]?goals?|non[- ]requirements?|out[- ]of[- ](?:\w+[- ])?scope|not planned|\bis not$|not (in|part of) (scope|this|v1|mvp)|^not (?:tested|supported)|^not (?:now|yet)$|^(?:deliberately|explicitly|intentionally) not\b|exclusions?|excluded|(?:won['’]?t|don['’]?t|not)[- ](do|have|build|need|want|include|cover)|^won['’]?t$|\bnot \w+ing\b|\bno[- ]gos?\b|nicht[- ]?ziele|nicht (im|teil|in|enthalten)\b|ausgeschlossen|abgrenzung|au(ß|ss)erhalb|\bexclu[ií]?d[ao]s?\b|exclue?s?\b|\bque no (?:hace|incluye)\b|ne fait pas\b|czego nie\b|o que nao entra|khong lam\b|fuera de(l)? alcance|no[- ]objetivos|no hacer|nao[- ]objetivos|fora d[eo] escopo|hors (perimetre|scope|sujet)|non[- ]objectifs|fuori (ambito|scope)|non obiettivi|buiten (scope|bereik)|niet[- ]doelen|poza zakresem|utanfor|비목표|범위 ?(외|제외|밖)|제외 ?(범위|사항|기능|대상|항목)|非目标|非目標|未完成|范围(之)?外|不在范围|不(?:包括|包含|支持|做|实现|考虑)|対象外|スコープ外|やらないこと|(?:^|\s)하지 않는|вне рамок|не входит|чего нет|не[- ]?цели|ngoai pham vi/,
    scope: /^in[- ]scope\b/,
    quality: nonFunctional,
    requirements: functional,
    questions:
      /^(?:still )?(?:open|undecided|to be decided)$|open (questions?|issues?|points?|items?)|outstanding|unresolved|questions?$|\btbd\b|offene fragen|offene\b.*punkte|preguntas|questions ouvertes|perguntas|questoes|domande|open vragen|otwarte pytania|oppna fragor|질문|미해결|미정|미결|未解決|未確定|未決|未决|待定|待解决|开放问题|открытые вопросы|cau hoi/,
    decisions:
      /decisions?\b|clarifications?|resolved|\bq ?(&|and|\/) ?a\b|\bfaq\b|(?:^|\buser )responses?( summary)?$|answers?\b|answered|entscheidungen|antworten|klarungen|decisiones|respuestas|aclaraciones|reponses|decisoes|decisioni|beslissingen|decyzje|beslut|결정 ?사항|확정|답변|决定|決定|решения|quyet đinh/,
    future:
      /^(?:optional )?future(?!-)|\b(potential|possible) future|^(?:possible|potential) (?:extensions?|enhancements?|improvements?)|^deferred\b|^stretch\b|later\b|post[- ]mvp|\bmvp .*이후|nice[- ]to[- ]have|(?<!\b(?:active|current|mvp|product|release|sprint|story) )backlog|^beyond (?:the )?(?:mvp|v1)\b|^fast[- ]follows?|\bfeature ideas$|^v[2-9]\b|ausblick|^(spatere?|zukunftig)|\bfutur[oa]s?\b|evolutions? (?:futures?|ulterieures?)|optionale? erweiterung|przysz[lł]|budouc|향후|추후|今后|后续|将来|未来|今後|в будущем|дальнейш|^toekomst|tuong lai/,
    metrics:
      /^success$|metrics?$|\bmetrics?\b|kpis?|success (criteria|measures?|indicators?)|measur(e|ing) success|erfolgs|metricas|indicadores|indicateurs|metriche|metrik|succescriteria|wskazniki|성공|지표|指标|指標|метрики|критерии успеха/,
    criteria:
      /^quality gates?\b|^(?:done|finished|complete) when\b|(?<!\brisk )acceptance(?!\s+(?!criteri|condition|check|scenario|require|standard)[a-z])|definition of done|akzeptanzkriteri|abnahmekriteri|criterios? de aceptaci|criteres? d.acceptation|criterios? de aceit|criterio? di accettazione|acceptatiecriteri|kryteri(?:a|um)|수용 ?(기준|조건)|인수 ?(기준|조건)|완료 조건|验收(标准|条件)|验收$|受け?入れ?(基準|条件)|完了条件|критерии при|akceptacni kriteria|tieu chi (?:chap nhan|nghiem thu)/,
    stories:
      /^(?:usage |main )?scenarios?\b|user (stor(y|ies)|journeys?|scenarios?)|use[- ]cases?|^stories|jobs to be done|nutzergeschichten|anwendungsfalle|recits? utilisateur|cas d.utilisation|historias d[eo] usuario|storie utente|gebruikersverhalen|historie uzytkownik|anvandarberattelser|사용자 ?(스토리|시나리오)|用户故事|ユーザーストーリー|пользовательские истории/,
    testing:
      /^edge cases?\b|\btesting\b|\bqa\b|quality assurance|akzeptanztest|abnahmetest|tests?$|pruebas|\bteste?s?\b|테스트|测试|テスト|тестирован|(?<!\brisk )acceptance/,
    endpoints: /\bapis?\b|endpoints?|routes?$|rest interface|schnittstelle|접점|엔드포인트|接口|эндпоинт/,
    data: /^(?:data|daten|datos|donnees|dados|dati)$|domain model|data (dictionary|models?|structures?|schemas?|entit|design|definitions?|formats?)|database|schemas?\b|\bentit(y|ies)\b|storage (schema|design)|datenmodell|datenbank|gegevensmodel|modelos? de da[dt]os|model(?:isation des donnees|ado de datos|agem de dados)|modele de donnees|modello dati|model danych|데이터 ?(모델|구조|베이스)|数据(模型|库|结构)|データ(モデル|構造|ベース|定義)|テーブル定義|модель данных/,
  },
  {
    quality:
      /performance|security|accessib|scalab|reliab|compliance|privacy|observab|monitoring|logging|tracing|\blimits?$|\bquotas?$|\btiers$|availability|localization|internationali[sz]ation|sicherheit|datenschutz|leistung|seguridad|rendimiento|securite|seguranca|sicurezza|beveiliging|bezpieczenstwo|보안|성능|安全|性能|セキュリティ|безопасность/,
    plan: /^(?:phase|fase|etapa|etape|단계) \d/,
    release:
      /deploy|release|rollout|roll-out|launch|migration|go[- ]live|documentation$|배포|部署|デプロイ|выпуск/,
  },
  {
    stack:
      /\b(?:tech(?:nology|nical)?|technologie) ?stack\b|^stack\b|기술 ?스택|技术栈|技術スタック|^tecnologias$|\b(?:repo(?:sitory)?|folder|directory|project) (?:layout|structure)\b|^reference implementation$/,
    plan: /phases?\b|milestones?|roadmap|timeline|\bschedule\b|sprints?|implementation (plan|order|strategy|priorit)|^priorit|delivery plan|work breakdown|next steps?|immediate actions|tasks?\b|checklist|meilenstein|zeitplan|fases|cronograma|etapes|planning|aufgaben(?:liste|plan)?$|harmonogram|구현 ?(우선|계획|단계)|우선 ?순위|일정|체크리스트|里程碑|计划|スケジュール|этапы|^progress$|rollback/,
    dependencies:
      /dependenc|\bdepends on\b|beroende|prerequisites?|^(?:key |project )?assumptions?$|^hypotheses?\b|abhangigkeiten|voraussetzungen|dependencias|dependances|dipendenze|afhankelijkheden|의존|依赖|依存|зависимости/,
    risks:
      /^rabbit holes?$|risks?\b|^(?:anticipated|known|potential) challenges$|mitigation|risiken|risiko|riesgos|risques|riscos|rischi|risico|ryzyk|위험|리스크|风险|リスク|риски/,
    context: /implementation (summary|status|notes|evidence)|completion|status$/,
    technical:
      /\brules$|regeln$|^reglas\b|^regras\b|规则(?:$|与)|^(?:错误|异常)|^notifications?$|^(?:roles (?:and|&) )?permissions?(?: (?:matrix|(?:and|&) roles))?$|^analytics(?: events)?$|^errors?(?: (?:handling|codes?|messages?))?$|^hardware$|tech?ni[ckqs]|architecture|technolog|implementation|integration points|infrastructure|backend|frontend|constraints?|limitations?|assumptions?|architektur|randbedingungen|annahmen|supuestos|restricciones|contraintes|기술|아키텍처|제약|技术|技術|制約|约束|технич|ограничения/,
    design:
      /^controls?(?: scheme)?$|design|\bui\b|\bux\b|user (interface|experience|flow)|wireframes?|mock-?ups?|screens?\b|layout|gestaltung|oberflache|diseno|interfaz|interface (utilisateur|usuario)|interfaccia|ontwerp|디자인|화면|设计|界面|デザイン|画面|дизайн|интерфейс/,
    requirements:
      /requirements?$|^requirements?\b|^eisen|anforderungen$|krav$|requisitos|requerimientos|exigences|requisiti|wymagania|vereisten|요구 ?사항|需求|要件|требования/,
  },
  {
    context:
      /introduction|overview|summary|background|context|problem|purpose|vision|motivation(?! \w)|\bpersonas?\b|target (users?|audience|market)|zielgruppe|целевая аудитория|目标用户|ターゲット|目標ユーザー|대상 ?사용자|doi tuong nguoi dung|stakeholders?|appendi|references?$|^references|resources|change ?log|revision history|^revisions?$|^(?:(?:document|change) )?history$|document (control|info)|^version|^authors?$|^(?:(?:document|prd|stakeholder) )?approvals?$|approvals? (?:history|signatures?)|sign-off|related|einleitung|einfuhrung|uberblick|ubersicht|hintergrund|glossar|introduccion|resumen|inleiding|achtergrond|wprowadzenie|개요|소개|배경|참고|부록|변경 ?이력|概述|背景|概要|附录|はじめに|введение|обзор/,
    goals:
      /goals?|objectives?|^ziele?$|objetivos|objectifs|obiettivi|doelen|doelstellingen|cele$|mal$|목표|목적|目标|目標|目的|цели/,
    features:
      /^(?:sub)?commands?$|^(?:game )?mechanics$|^game ?play$|moscow|^(must|should|could)([- ]have)?s?$|(?<!\bexisting )features?$|^features?\b|\bfeature (?:list|spec(?:ification)?s?)$|\b(?:core|key|main|product) features?\b|capabilit|functionality|deliverables|funktionen|funktionsumfang|funzionalita|fonctionnalites|funcionalidades?|funciones|functionaliteit|funkcje|funktioner|기능|功能|機能|функци|tinh nang/,
    scope:
      /\bscope\b|umfang|alcance|escopo|perimetre|\bsolution|proposal|proposed|approach|how it works|what we.?re building|losung|solucion|해결|범위|스코프|范围|解决方案|スコープ|решение|omvang/,
  },
];

/** What a section is about, according to its heading; `other` if the heading is not recognized. */
export type SectionKind = KeysOf<(typeof groups)[number]> | "other";
type KeysOf<Group> = Group extends unknown ? keyof Group : never;

/** `Critérios de Aceitação` → `Criterios de Aceitacao` */
const unaccented = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/(?<=\p{Script=Latin})[\u0300-\u036F]+/gu, "")
    .normalize("NFC");

const wordings: readonly (readonly [SectionKind, RegExp])[] = [
  ["context", contents],
  ...groups.flatMap((group) => Object.entries(group) as [SectionKind, RegExp][]),
];

/** A heading in lower case, without its number, emoji, markup and accents, which some authors leave out. */
export function headingWords(heading: string): string {
  return unaccented(heading)
    .replaceAll(/[^\p{L}\p{N}\p{M}\s'’()&/.,:-]/gu, " ")
    .trim()
    .replace(/^(?:section|part|chapter)?\s*(?:\d+(?:\.\d+)*|[IVX]+)[.):]*\s+/i, "")
    .trim()
    .toLowerCase();
}

/** The kind of section that the words of a heading or label indicate; `other` if they are not recognized. */
export function kindOfWords(heading: string): SectionKind {
  const words = headingWords(heading);
  // A path can contain any word: `GET /rooms/availability`.
  if (/^(?:get|post|put|patch|delete)\s+\//.test(words)) return "endpoints";
  // Text in parentheses is a remark or a translation, so it counts only if the words before it are not recognized.
  return firstKind(withoutRemarks(words)) ?? firstKind(words) ?? "other";
}

const withoutRemarks = (words: string): string => words.replaceAll(/\s*\([^)]*\)?/g, "").trim();

const firstKind = (words: string): SectionKind | undefined =>
  words === "" ? undefined : wordings.find(([, wording]) => wording.test(words))?.[0];

const kinds = wordings.map(([kind]) => kind);
const except = (...others: readonly SectionKind[]): readonly SectionKind[] =>
  kinds.filter((kind) => !others.includes(kind));
const kindsAnywhere: readonly SectionKind[] = ["nonGoals", "questions", "future"];

/** For each kind of section, the kinds of subsections that take the section's kind. */
const absorbed: Partial<Record<SectionKind, readonly SectionKind[]>> = {
  // `Goals and Non-Goals` contains both, as `현재 스코프 vs 향후 스코프` (current and future scope) does.
  nonGoals: except("goals", "scope"),
  future: except("scope"),
  questions: except("dependencies", "risks", "nonGoals"),
  decisions: except("nonGoals"),
  metrics: except("nonGoals"),
  criteria: kinds,
  testing: except("nonGoals", "requirements"),
  stories: except("testing", ...kindsAnywhere),
  plan: kinds,
  risks: kinds,
  goals: except("nonGoals"),
  dependencies: except("risks"),
  requirements: except("stack", ...kindsAnywhere),
  features: except("stack", ...kindsAnywhere),
  // A table of a data model can be called `screens`.
  quality: except("requirements", ...kindsAnywhere),
  data: except("requirements", ...kindsAnywhere),
  // A `Rollout Plan` among technical considerations is one of them.
  technical: ["plan"],
  stack: ["technical"],
  design: ["plan"],
  // A summary only repeats what other sections say.
  context: ["scope", "technical", "design", "quality", "testing", "release", "plan", "dependencies", "stack"],
};

/** A table of contents has no sections of its own: deeper headings after it are those of the document. */
export const isContents = (heading: string): boolean => contents.test(withoutRemarks(headingWords(heading)));

/** The kind of a section, given the kind of its parent section. */
export function sectionKind(heading: string, parent: SectionKind): SectionKind {
  const isRequired = parent === "requirements" || parent === "features";
  // `Stamps (nice to have)` is a requirement that is marked as optional.
  const own = kindOfWords(isRequired ? heading.replace(/\([^()]*\)$/, "") : heading);
  const words = withoutRemarks(headingWords(heading));
  const isMeasure = own === "metrics" && words.startsWith("success");
  const isApart =
    nonFunctional.test(words) ||
    isMeasure ||
    /\bentit(?:y|ies)$|^data models?$|^risk (?:assessment|analysis)$|^risks(?: (?:and|&) mitigations?)?$|^(?:implementation|project) (?:timeline|roadmap)$|^timeline$|^appendix$/.test(
      words,
    );
  if (isRequired && isApart) return own;
  const kind = own === "other" || absorbed[parent]?.includes(own) ? parent : own;
  // Implementation notes and additional context can be work or not, so their points are counted.
  return kind === "context" && /(?<!technical )implementation notes|^additional context/.test(words)
    ? "other"
    : kind;
}
