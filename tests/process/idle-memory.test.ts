import { expect, test } from "vitest";
import { createHeap, createIdleCheck } from "../../src/processes/idle-memory.ts";

const MEGABYTE = 1024 * 1024;
const IDLE = 0.001;
const BUSY = 0.05;

/** A heap whose figures the test sets. A collection reduces it to 20 MB. */
function createFakeHeap() {
  const heap = {
    work: IDLE,
    megabytes: 60,
    collections: 0,
    readWork: () => heap.work,
    readBytes: () => heap.megabytes * MEGABYTE,
    collect() {
      heap.collections += 1;
      heap.megabytes = 20;
    },
  };
  return heap;
}

test("an idle server collects garbage once, and again after its heap has grown", () => {
  const heap = createFakeHeap();
  const check = createIdleCheck(heap);
  check();
  check();
  heap.megabytes = 30;
  check();
  expect(heap.collections).toBe(1);
  heap.megabytes = 70;
  check();
  expect(heap.collections).toBe(2);
});

test("a busy server doesn't collect garbage, however large its heap is", () => {
  const heap = createFakeHeap();
  heap.work = BUSY;
  const check = createIdleCheck(heap);
  check();
  expect(heap.collections).toBe(0);
  heap.work = IDLE;
  check();
  expect(heap.collections).toBe(1);
});

test("a garbage collection returns V8's pages to the operating system", () => {
  const heap = createHeap();
  let garbage: unknown[] | undefined = Array.from({ length: 400_000 }, (_, index) => ({ index }));
  const full = heap.readBytes();
  expect(garbage).toHaveLength(400_000);
  garbage = undefined;
  heap.collect();
  expect(heap.readBytes()).toBeLessThan(full - 8 * MEGABYTE);
});

test("the event loop utilization falls while the event loop waits", async () => {
  const { readWork } = createHeap();
  for (const end = performance.now() + 20; performance.now() < end; );
  expect(readWork()).toBeGreaterThan(0);
  expect(readWork()).toBeLessThanOrEqual(1);
});
