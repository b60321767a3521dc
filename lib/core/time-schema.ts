import { z } from 'zod';

/** An instant in an answer: ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const Time = z.string().meta({ format: 'date-time' });
