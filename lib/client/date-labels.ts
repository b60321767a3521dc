/**
 * Names the day of a time as lists group by it, in local time: `Today`, `Yesterday`, `Previous 7 days`, `Previous 30
 * days`, and before that its month.
 * @param at now, in Unix milliseconds; later times count as today
 */
export function dateLabels(at: number): (usedAt: number) => string {
  const starts = [
    { from: dayFrom(at, 0), label: 'Today' },
    { from: dayFrom(at, -1), label: 'Yesterday' },
    { from: dayFrom(at, -7), label: 'Previous 7 days' },
    { from: dayFrom(at, -30), label: 'Previous 30 days' },
  ];
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
  return (usedAt) => starts.find(({ from }) => usedAt >= from)?.label ?? month.format(usedAt);
}

/** The start of a day a number of days away: days have 23 to 25 hours, so the calendar has to count them. */
export function dayFrom(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
