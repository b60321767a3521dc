import type { InferenceSession } from 'onnxruntime-node';

/**
 * Loads a network for the child process that runs it: on one thread, so that several children share the processors
 * like any other processes, and the same input gives the same output.
 * @param model in the ONNX format
 * @throws Error if it is damaged
 */
export async function openSession(model: Uint8Array): Promise<InferenceSession> {
  // Compiled code: only a process that has something to compute loads it.
  const { InferenceSession: Session } = await import('onnxruntime-node');
  return Session.create(model, {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
}
