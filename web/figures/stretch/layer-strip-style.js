/** The style sheet of the strip of layers, which only PeStretch has. */

const CSS = `
/* A group is one period of the layers, or a few layers if they have no short period. */
.pe-layers,
.pe-layers > span {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 8px;
  width: fit-content;
}

.pe-layers > span {
  gap: 4px 0;
}

/* With this height, the list below does not move when the text gets longer. */
.pe-layers + p {
  margin-top: 4px;
  min-height: 3em;
}

.pe-layer {
  display: inline-block;
  width: 20px;
  padding-bottom: 3px;
  border-bottom: 2px solid transparent;
  font: 12px/16px var(--pe-mono);
  text-align: center;
}

.pe-layer.pe-chosen {
  border-color: var(--pe-you);
  color: var(--pe-you);
  font-weight: 650;
}

/* A taller block sees more. */
.pe-layer i {
  display: block;
  height: 16px;
  margin-inline: 2px;
  forced-color-adjust: none;
  background: linear-gradient(var(--pe-mark), var(--pe-mark)) bottom / 100% var(--pe-tall) no-repeat;
  --pe-mark: var(--pe-ink);
  --pe-tall: 100%;
}

.pe-sees-window i {
  --pe-mark: var(--pe-minus);
  --pe-tall: 6px;
}

.pe-sees-chunk i {
  --pe-mark: var(--pe-plus);
  --pe-tall: 10px;
}

.pe-layer-nope i {
  background: none;
  border: 2px solid var(--pe-mark);
}

.pe-layer-none i {
  background: none;
  border-bottom: 2px dotted var(--pe-quiet);
}

.pe-layer-panel,
.pe-layer-list {
  display: grid;
  gap: 8px;
}

.pe-layer-panel {
  margin-top: 12px;
}

.pe-layer-list {
  margin: 0;
  padding: 0;
  list-style: none;
}

.pe-layer-list li {
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr);
  gap: 8px;
}
`;

export default CSS;
