import { CUSTOM_ELEMENTS_SCHEMA, Component, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { sinusoidal } from 'posenc';
import 'posenc/figures/clocks';

/** A figure whose position is a signal of the component. */
@Component({
  selector: 'app-lesson',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Position {{ position() }}</h1>
    <p>Its first sine is {{ sine() }}.</p>
    <pe-clocks dim="64" [position]="position()" (pe-change)="listen($event)" />
  `,
})
class Lesson {
  position = signal(12);
  sine = () => sinusoidal(1, 64, { start: this.position() })[0].toFixed(4);

  listen({ detail }: CustomEvent) {
    if (detail.key === 'position') this.position.set(detail.value);
  }
}

bootstrapApplication(Lesson);
