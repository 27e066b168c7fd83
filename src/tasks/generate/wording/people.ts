/** Roles in the singular, as requirements name them. */
const roles =
  "accountant admin administrator agent analyst applicant assistant attendee auditor author baker borrower buyer candidate cashier chef citizen cleaner clerk clinician coach colleague consultant contractor contributor cook courier customer director dispatcher doctor donor driver employee engineer farmer freelancer friend guest investor learner lender librarian maintainer manager member mentor merchant moderator neighbor neighbour nurse officer organiser organizer owner participant passenger patient pupil rater receptionist recruiter researcher resident reviewer rider seller shopper speaker student subscriber supervisor supplier teacher technician tenant therapist trader trainer treasurer user vendor visitor volunteer walker".split(
    " ",
  );
const others = "people|persons?|staff|parents?|child(?:ren)?|kids|everyone|anyone|both|others";
// With a word before them these are programs: an `audio player`, a `text editor`.
const alone = "editors?|players?";
const conjunctions = "when|if|once|after|before|as|while|until|unless|whenever|where|because|and|or";
const determiners = "the|an?|each|every|all|any|both|other|only|two|registered|new|logged-in";
const person = new RegExp(
  String.raw`^(?:(?:${determiners}) )*(?:(?:(?!(?:${conjunctions}) )[\w'’-]+ ){0,2}(?:(?:${roles.join("|")})s?|${others})|${alone})$`,
  "i",
);

/** Whether a subject names people, who are let do something, rather than a thing that is made to do it. */
export const isPeople = (subject: string): boolean =>
  person.test(subject.trim().replace(/ (?:with|of|in|from|at|who|whose) .{2,40}$/i, ""));

/** What people have to do before anything else goes on, as against what they are free to do. */
export const isDuty = (predicate: string): boolean =>
  /^(?:(?:always|also|first|explicitly) )?(?:accept (?:the |our |all )?(?:terms|conditions|polic\w+)|acknowledge|agree|authenticate|confirm|consent|log ?in|pass|provide|re-?authenticate|re-?enter|sign in|solve|verify)\b(?! or\b)/i.test(
    predicate,
  );
