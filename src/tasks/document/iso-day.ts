/** The local date, not the UTC date. */
export function isoDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
