import { createContext, use, type ComponentType, type ReactElement, type ReactNode } from 'react';

/** The props of a menu. */
export type MenuProps = {
  trigger: ReactElement<Record<string, unknown>>;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
};

export type MenuItemProps = {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export type MenuLinkProps = { icon?: ReactNode; href: string; children: ReactNode };

export type MenuRadioGroupProps<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode; icon?: ReactNode }[];
};

/** The parts of a menu, provided by the code that loads with the first open menu. */
export type MenuParts = {
  Item: ComponentType<MenuItemProps>;
  LinkItem: ComponentType<MenuLinkProps>;
  RadioGroup: ComponentType<MenuRadioGroupProps<string>>;
  Separator: ComponentType;
};

export const MenuPartsContext = createContext<MenuParts | null>(null);

/** The parts of the surrounding menu. @throws Error outside of one */
export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (!parts) throw new Error('A menu part must be inside a Menu.');
  return parts;
}
