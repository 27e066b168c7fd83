import type { TaskSection, UnresolvedTask } from "./read-task.ts";
import { readTask } from "./read-task.ts";
import type { TaskGist } from "./task-gist.ts";

/** A task of which the gist is known: all else is read where it is asked for, and most commands ask it of one task. */
export class RememberedTask implements UnresolvedTask {
  readonly number: string;
  readonly phase: number;
  readonly seq: number;
  readonly title: string;
  readonly line: number;
  readonly sectionEnd: number;
  readonly status: UnresolvedTask["status"];
  readonly owner: UnresolvedTask["owner"];
  readonly complexity: UnresolvedTask["complexity"];
  readonly dependencyWords: UnresolvedTask["dependencyWords"];
  readonly id: UnresolvedTask["id"];
  readonly minutes: UnresolvedTask["minutes"];
  readonly #source: string;
  readonly #section: TaskSection;
  #reading: UnresolvedTask | undefined;

  constructor(source: string, section: TaskSection, gist: TaskGist) {
    this.#source = source;
    this.#section = section;
    this.phase = section.heading.phase;
    this.seq = section.heading.seq;
    this.title = section.heading.title.text;
    this.number = `${this.phase}.${this.seq}`;
    this.line = section.line;
    this.sectionEnd = section.sectionEnd;
    this.status = gist.status;
    this.owner = gist.owner;
    this.complexity = gist.complexity;
    this.dependencyWords = gist.dependencyWords;
    this.id = gist.id;
    this.minutes = gist.minutes;
  }

  get #whole(): UnresolvedTask {
    this.#reading ??= readTask(this.#source, this.#section);
    return this.#reading;
  }

  get numberSpan() {
    return this.#whole.numberSpan;
  }
  get titleSpan() {
    return this.#whole.titleSpan;
  }
  get headingMark() {
    return this.#whole.headingMark;
  }
  get heading() {
    return this.#whole.heading;
  }
  get depth() {
    return this.#whole.depth;
  }
  get span() {
    return this.#whole.span;
  }
  get form() {
    return this.#whole.form;
  }
  get fields() {
    return this.#whole.fields;
  }
  get requirements() {
    return this.#whole.requirements;
  }
  get files() {
    return this.#whole.files;
  }
  get steps() {
    return this.#whole.steps;
  }
  get verification() {
    return this.#whole.verification;
  }
  get proof() {
    return this.#whole.proof;
  }
  get method() {
    return this.#whole.method;
  }
  get path() {
    return this.#whole.path;
  }
  get body() {
    return this.#whole.body;
  }
}
