import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const tasksOf = (...lines: readonly string[]) =>
  draftTasks(readPrdModel(["# PRD: Cinema", "", ...lines].join("\n"), "a.md")).flatMap(({ tasks }) => tasks);

describe("an endpoint of a PRD", () => {
  it("belongs to the requirement that spells it", () => {
    const tasks = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: The system must store a show (`POST /shows`).",
      "",
      "## API Endpoints",
      "",
      "- `POST /shows`: store a show",
    );
    expect(tasks.map(({ key, path }) => [key, path])).toEqual([["FR-1", "/shows"]]);
  });

  it("has the sentence below its heading as its step, even if that has JSON in it", () => {
    const tasks = tasksOf("## API", "### GET `/health`", "", 'Returns 200 with `{"status": "ok"}`.');
    expect(tasks[0]?.steps.join()).toContain('Returns 200 with `{"status": "ok"}`.');
  });

  it.each([
    ["in a PRD that lists no other requirement", []],
    ["beside requirements", ["## Requirements", "- FR-1: Guests can buy tea.", ""]],
  ])("has the points below its line as its steps, with their points, %s", (_, before) => {
    const tasks = tasksOf(
      ...[
        ...before,
        "## API",
        "",
        "- `POST /shows` — Create a show",
        "  - The slug is unique",
        "  - Checks:",
      ],
      ...["    - The hall is free", "  - 409: the hall is taken", "", "- `DELETE /shows/:id`"],
    );
    const own = tasks.find(({ steps }) => steps[0]?.includes("POST /shows"));
    expect(own?.steps).toEqual([
      "`POST /shows`: Create a show",
      "The slug is unique",
      "Checks: The hall is free",
      "409: the hall is taken",
    ]);
    expect(tasks.filter(({ steps }) => steps.join().includes("slug"))).toEqual([own]);
  });

  it("keeps a remark in parentheses or brackets after its path", () => {
    const tasks = tasksOf("## API", "- `GET /shows` (guests too)", "- `DELETE /shows` `[admin]`");
    expect(tasks.map(({ steps }) => steps.join())).toEqual([
      "`GET /shows` (guests too)",
      "`DELETE /shows` [admin]",
    ]);
  });

  it("is another system's if data is pulled via it", () => {
    const tasks = tasksOf(
      "## Requirements",
      "- FR-1: The app pulls shows via GET /shows.",
      "- FR-2: It opens.",
    );
    expect(tasks.map(({ key, path }) => [key, path])).toEqual([
      ["FR-1", null],
      ["FR-2", null],
    ]);
  });

  it.each([
    ["only in an optional requirement", "- FR-2 (optional): Shows can be shared (`POST /shares`)."],
    ["only in a requirement that is ruled out", "- FR-2: [Won't] Shows can be shared (`POST /shares`)."],
    ["only in a requirement that is crossed out", "- ~~FR-2: Shows can be shared (`POST /shares`).~~"],
    ["marked as later work", "", "## API Endpoints", "", "- `POST /shares` (Phase 2)"],
    ["crossed out", "", "## API Endpoints", "", "- ~~`POST /shares`~~"],
  ])("gives no task if it is %s", (_, ...lines) => {
    const tasks = tasksOf("## Functional Requirements", "", "- FR-1: Shows are stored.", ...lines);
    expect(tasks.map(({ key, path }) => [key, path])).toEqual([["FR-1", null]]);
  });

  it("is a task of its own if a requirement only shares a word with it", () => {
    const tasks = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: The system must send an email to all subscribers.",
      "",
      "## API Endpoints",
      "",
      "- `POST /subscribers`: subscribe",
    );
    expect(tasks.map(({ key, path }) => [key, path])).toEqual([
      ["FR-1", null],
      ["`POST /subscribers`", "/subscribers"],
    ]);
  });

  it("is not the endpoint of a task that calls it or spells several", () => {
    const tasks = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: The ticket button calls `POST /tickets` on the cinema's server.",
      "- FR-2: A guard must protect `GET /seats` and `GET /halls`.",
    );
    expect(tasks.map(({ path, steps }) => [path, steps.length])).toEqual([
      [null, 1],
      [null, 1],
    ]);
  });

  it("is a task of its own before the requirement that only calls it, if the PRD describes it", () => {
    const requirement = [
      "## Functional Requirements",
      "",
      "- FR-1: The page calls `GET /seats` when it opens.",
    ];
    const api = ["", "## API Endpoints", "", "- `GET /seats`: all seats"];
    expect(tasksOf(...requirement, ...api).map(({ key, path }) => [key, path])).toEqual([
      ["`GET /seats`", "/seats"],
      ["FR-1", null],
    ]);
    const technical = ["", "## Technical Considerations", "", "- The cinema's `GET /seats` needs a token"];
    expect(tasksOf(...requirement, ...technical).map(({ path }) => path)).toEqual([null]);
  });

  it("is needed by a task that calls it", () => {
    const [, button] = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: `POST /tickets` prints paper.",
      "- FR-2: Guests press a knob, which calls `POST /tickets` twice.",
    );
    expect(button?.dependencies).toEqual(["1.1"]);
  });

  it("has the points of a section that describes only it", () => {
    const [, show] = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: The system must print tickets.",
      "",
      "## API Endpoints",
      "",
      "### Create Show",
      "",
      "`POST /shows`",
      "",
      "**Validation:**",
      "- The start is in the future",
      "- Shows do not overlap",
    );
    expect(show?.path).toBe("/shows");
    expect(show?.steps).toContain("Validation: The start is in the future");
    expect(show?.verification).toContain("Validation: Shows do not overlap");
  });

  it("needs the model that a part of its path names", () => {
    const tasks = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: It opens.",
      "",
      "## API Endpoints",
      "",
      "- `POST /tickets/refund`: refund a ticket",
      "",
      "## Data Model",
      "",
      "- `tickets`: id, seat, price",
    );
    expect(tasks.find(({ path }) => path !== null)?.needs).toEqual(["model tickets"]);
  });

  it("is one of several with the same path if methods are before it", () => {
    const tasks = tasksOf(
      "## Requirements",
      "- FR-1: Guests can book.",
      "",
      "## API",
      "- **Shows**: `GET/POST /shows`, `GET | PUT | DELETE /shows/{id}`",
      "- GET, PATCH /halls (admin)",
      "",
      "| Method | Path |",
      "|---|---|",
      "| GET/PUT | /seats |",
    ).filter(({ path }) => path !== null);
    expect(tasks.at(-1)?.steps).toEqual(["Implement `PUT /seats`"]);
    expect(tasks.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...["GET /shows", "POST /shows", "GET /shows/{id}", "PUT /shows/{id}", "DELETE /shows/{id}"],
      ...["GET /halls", "PATCH /halls", "GET /seats", "PUT /seats"],
    ]);
  });

  it.each(["Reuses existing hall endpoints (GET /halls)", "Extend the existing endpoint GET /halls"])(
    "exists already: %s",
    (text) => {
      const tasks = tasksOf("## Requirements", "- FR-1: It opens.", "", "## Technical", `- ${text}`);
      expect(tasks.map(({ path }) => path)).toEqual([null, null]);
    },
  );

  it("is only counted if nothing but a section of context names it", () => {
    const source = [
      ...["# PRD: Cinema", "## Requirements", "- FR-1: Guests get a seat (`GET /seats`).", "## Change Log"],
      ...["- New `GET /seats` and `GET /halls`", "", "```", "GET /shows", "```"],
    ].join("\n");
    const prd = readPrdModel(source, "a.md");
    expect(prd.endpoints.map(({ path }) => path)).toEqual(["/seats"]);
    expect(prd.sections.at(-1)?.took).toBe("without a task of their own 2");
  });
});
