/*
 * Declares the elements for templates of React, Preact, Solid, Vue and Svelte. Some frameworks may
 * not be installed. "@ts-ignore" lets the compiler accept the next line without them.
 */
import type { FigureElements, Listeners } from './attributes.js';

type Tag = keyof FigureElements;
type ElementOf<T extends Tag> = FigureElements[T]['element'];
type Own<T extends Tag> = FigureElements[T]['attributes'] & Listeners & { class?: string };
/** The attributes of one figure, and the attributes that a framework gives to every element. */
type With<Every, T extends Tag> = Own<T> & Omit<Every, keyof Own<T>>;

// @ts-ignore
type ReactProps<E> = import('react').DetailedHTMLProps<import('react').HTMLAttributes<E>, E>;
type ReactFigures = { [T in Tag]: With<ReactProps<ElementOf<T>>, T> };
// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ReactFigures {}
  }
}

// @ts-ignore
type PreactProps<E extends EventTarget> = import('preact').HTMLAttributes<E>;
type PreactFigures = { [T in Tag]: With<PreactProps<ElementOf<T>>, T> };
// @ts-ignore
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends PreactFigures {}
  }
}

// @ts-ignore
type SolidProps<E> = import('solid-js').JSX.HTMLAttributes<E>;
type SolidFigures = { [T in Tag]: With<SolidProps<ElementOf<T>>, T> };
// @ts-ignore
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends SolidFigures {}
  }
}

// @ts-ignore
type VueProps = import('vue').HTMLAttributes & import('vue').PublicProps;
type VueFigures = { [T in Tag]: new () => { $props: With<VueProps, T> } };
// @ts-ignore
declare module 'vue' {
  interface GlobalComponents extends VueFigures {}
}

// @ts-ignore
type SvelteProps<E extends EventTarget> = import('svelte/elements').HTMLAttributes<E>;
type SvelteFigures = { [T in Tag]: With<SvelteProps<ElementOf<T>>, T> };
// @ts-ignore
declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteFigures {}
}

export {};
