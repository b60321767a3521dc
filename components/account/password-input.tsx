'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Input } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';

/** A password field with a button that shows the password. */
export function PasswordInput(properties: Omit<ComponentProps<typeof Input>, 'type' | 'unit'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        {...properties}
        className="pr-14"
      />
      <IconButton
        label={shown ? 'Hide password' : 'Show password'}
        icon={shown ? <EyeOff /> : <Eye />}
        size="small"
        tooltip={false}
        className="absolute inset-y-0 right-0.5 my-auto"
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
