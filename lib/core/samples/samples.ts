import { curlSample } from './curl';
import { pythonSample } from './python';
import type { Sample, SampleRequest } from './request';
import { typescriptSample } from './typescript';

/**
 * One request in all three languages: curl, TypeScript (the `openai` package if it has the call), Python (standard
 * library).
 */
export function samplesOf(request: SampleRequest): Sample[] {
  return [
    { language: 'curl', label: 'curl', code: curlSample(request) },
    { language: 'typescript', label: 'TypeScript', code: typescriptSample(request) },
    { language: 'python', label: 'Python', code: pythonSample(request) },
  ];
}
