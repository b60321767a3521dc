import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf } from './curl';

describe('curlOf', () => {
  it('is one command whose body the shell passes on unchanged', () => {
    const body = { model: 'big', messages: [{ role: 'user', content: 'It\'s `$HOME` \\n "so"' }], stream: true };
    const command = curlOf('http://localhost:3000', body).replace(/^curl -N /, 'printf "%s\\n" ');
    const output = execFileSync('sh', ['-c', `API_KEY=k; ${command}`], { encoding: 'utf8' });
    expect(output).toContain('http://localhost:3000/api/v1/chat/completions\n-H\nAuthorization: Bearer k\n');
    expect(JSON.parse(output.slice(output.indexOf('\n{')))).toEqual(body);
  });
});
