import { createContext } from 'react';

/** Whether the part of an answer that something is in is still streaming. */
export const GrowingContext = createContext(false);
