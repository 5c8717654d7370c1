// Brings choose.html to life: the question is in the form and in the address, and each change answers it again.
(function () {
  'use strict';

  const data = JSON.parse(document.getElementById('data').textContent);
  const form = document.getElementById('question');
  const place = document.getElementById('place');
  const answer = document.getElementById('answer');
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  const NAMES = { rate: 'rate', p50: 'p50', p99: 'p99', p999: 'p99.9' };
  const form3 = scales.format;
  let drawing = null;
  let drawnOn = null;

  function element(kind, content, looks) {
    const made = document.createElement(kind);
    made.append.apply(made, [].concat(content));
    if (looks) {
      made.className = looks;
    }
    return made;
  }

  function format(name, value) {
    return name === 'rate' ? form3(value, 'COUNT') + '/s' : form3(value, 'NANOS');
  }

  function share(value) {
    return String(Number(value.toPrecision(3)));
  }

  // ---- the question ----

  function question() {
    const asked = new FormData(form);
    const number = function (name) { return Number(asked.get(name)) || 0; };
    const found = { needs: asked.getAll('needs'), data: number('data'), threads: number('threads'), target: number('target') * 1e3 };
    choosing.KINDS.forEach(function (kind) { found[kind] = number(kind); });
    ['value', 'durability', 'licence', 'rank', 'percentile'].forEach(function (name) { found[name] = asked.get(name); });
    return found;
  }

  function keep() {
    history.replaceState(null, '', '#' + new URLSearchParams(new FormData(form)).toString());
  }

  /** The address as far as it says something; the rest stays as it is in the form. */
  function restore() {
    const said = new URLSearchParams(location.hash.slice(1));
    Array.from(form.elements).forEach(function (field) {
      if (field.type === 'checkbox' && Array.from(said.keys()).length) {
        field.checked = said.getAll('needs').indexOf(field.value) >= 0;
      } else if (field.name && field.type !== 'checkbox' && said.has(field.name)) {
        field.value = said.get(field.name);
      }
    });
  }

  /** Values that were measured, and a place that is the middle of what the first dataset has; inserts make stores of their own. */
  function offer() {
    const values = data.cells.map(function (cell) { return cell.valueBytes; })
        .filter(function (value, i, all) { return all.indexOf(value) === i; })
        .sort(function (a, b) { return parseFloat(a) - parseFloat(b); });
    values.forEach(function (value) {
      const option = element('option', value.split('-').map(function (end) { return form3(Number(end), 'BYTES'); }).join(' to '));
      option.value = value;
      form.elements.value.append(option);
    });
    const all = choosing.places(data.cells);
    place.min = Math.floor(Math.log10(Math.min.apply(null, all)));
    place.max = Math.ceil(Math.log10(Math.max.apply(null, all)));
    const first = data.cells.filter(function (cell) { return cell.workload !== 'insert'; })[0] || data.cells[0];
    const own = first ? choosing.places(data.cells.filter(function (cell) {
      return cell.run === first.run && cell.workload === first.workload && cell.valueBytes === first.valueBytes &&
        cell.entries === first.entries && cell.durability === first.durability;
    })) : [1];
    form.elements.data.value = share(Math.sqrt(Math.min.apply(null, own) * Math.max.apply(null, own)));
    if (first) {
      form.elements.durability.value = first.durability;
      form.elements.value.value = first.valueBytes;
    }
  }

  // ---- the answer ----

  function threads(asked) {
    return asked.threads + (asked.threads === 1 ? ' thread' : ' threads');
  }

  function mix(asked) {
    const weights = choosing.weightsOf(asked);
    const all = Object.values(weights).reduce(function (sum, weight) { return sum + weight; }, 0);
    return Object.keys(weights).map(function (kind) { return share(100 * weights[kind] / all) + '% ' + kind; }).join(' + ');
  }

  function relation(row, asked) {
    if (!row.ratio) {
      return 'first';
    }
    const found = row.ratio;
    const words = form3(found.median, 'RATIO') + (asked.rank === 'rate' ? ' as fast' : ' as long');
    const interval = found.repetitions < 2 ? '' : ' (' + form3(found.low) + ' to ' + form3(found.high) + ')';
    return found.verdict === 'tie' ? 'tie: ' + form3(found.median, 'RATIO') + interval
      : words + interval + (found.verdict === 'undecided' ? ', no verdict' : '');
  }

  /** The cells that a row rests on: of each operation their ids and what they measured at the places next to the asked one. */
  function evidence(row, asked, number) {
    const lines = [];
    Object.keys(row.operations).forEach(function (kind) {
      row.operations[kind].cells.forEach(function (one) {
        Object.values(one.values).forEach(function (value) {
          const points = value.from === value.to ? [value.from] : [value.from, value.to];
          const column = choosing.COLUMNS[asked.rank];
          const rests = points.map(function (point) {
            return format(asked.rank, point[column]) + ' at ' + share(point[0]) + ' of memory (' +
              form3(Math.round(point[0] * one.cell.budget / one.cell.record)) + ' records)';
          }).join(', ');
          lines.push(element('li', [element('code', value.id), ': ' + kind + ', ' + rests]));
        });
      });
    });
    const inner = [element('summary', 'based on ' + lines.length + ' cells of ' + data.runs[number].name), element('ul', lines, 'cells')];
    if (answer.dataset.site) {
      const link = element('a', 'report of ' + data.runs[number].name);
      link.href = data.runs[number].name + '/report.html';
      inner.push(link);
    }
    return element('details', inner, 'rests');
  }

  function table(found, asked) {
    const columns = ['rate', 'p50', 'p99', 'p999'];
    const head = element('tr', ['engine', 'against the first'].concat(columns.map(function (name) { return NAMES[name]; }))
        .map(function (name) { return element('th', name); }));
    const body = element('tbody', found.rows.map(function (row, i) {
      const best = i === 0 || (row.ratio && row.ratio.verdict === 'tie');
      const facts = choosing.factsOf(data, found.run, row.engine);
      const untested = asked.durability !== 'none' && !(facts && facts.tested.indexOf(asked.durability) >= 0);
      const name = element('th', [row.engine, untested ? element('span', 'promise not tested', 'range') : '',
        evidence(row, asked, found.run)]);
      name.scope = 'row';
      return element('tr', [name, element('td', relation(row, asked), best ? 'best' : '')].concat(columns.map(function (column) {
        return element('td', row[column] === null ? '-' : format(column, row[column]), column === asked.rank ? 'ranked' : '');
      })));
    }));
    return element('div', element('table', [element('thead', head), body], 'data ranking'), 'wide');
  }

  function sure(found) {
    if (!found.stays) {
      return 'Weights do not change this order: a percentile of a mix is the highest of its operations, whatever their share.';
    }
    const first = found.rows[0].engine;
    return Object.keys(found.weights).length === 1 ? 'Only one kind of operation, so weights do not matter.'
      : first + ' stays first in ' + found.stays.kept + ' of ' + found.stays.of + ' combinations of weights, each 20% higher or 20% lower.';
  }

  function listed(title, all) {
    return all.length ? [element('p', title), element('ul', all.map(function (one) {
      return element('li', one.engine + ': ' + one.why + (one.latency ? ' (' + format('p99', one.latency) + ')' : ''));
    }), 'left')] : [];
  }

  function leader(found, asked) {
    const first = found.rows[0];
    const ties = found.rows.filter(function (row) { return row.ratio && row.ratio.verdict === 'tie'; });
    const open = found.rows.some(function (row) { return row.ratio && row.ratio.verdict === 'undecided'; });
    return first.engine + (ties.length ? ', in a tie with ' + ties.map(function (row) { return row.engine; }).join(', ') : '') +
      ': ' + format(asked.rank, first[asked.rank]) + (open ? '. Too few repetitions for a verdict' : '');
  }

  function block(found, asked, main) {
    const settings = Object.keys(found.settings).map(function (name) { return name + ' ' + found.settings[name]; }).join(', ');
    const parts = [
      element(main ? 'h2' : 'h3', leader(found, asked)),
      element('p', (asked.rank === 'rate' ? 'Rate' : 'The highest ' + NAMES[asked.rank]) + ' of ' + mix(asked) + '; values of ' + asked.value + ' B, data ' +
        share(asked.data) + ' of memory, ' + asked.durability + ', ' + threads(asked) +
        '; run ' + [data.runs[found.run].name, settings, data.runs[found.run].conditions].filter(Boolean).join(', ') + '.', 'about'),
      element('p', sure(found), 'sure'), table(found, asked)
    ].concat(listed('Not measured at this place:', found.missing), listed('Excluded:', found.out));
    return element('section', parts, 'card answered');
  }

  /** No cell covers it: what was measured, and the command that measures what was asked. */
  function unanswered(asked) {
    if (!Object.keys(choosing.weightsOf(asked)).length) {
      return element('section', [element('h2', 'No operation has a weight'), element('p', 'Give one of them a weight above 0.')], 'card answered');
    }
    const found = data.runs.flatMap(function (run, number) {
      return choosing.settingsOf(data, number).map(function (settings) { return choosing.rank(data, asked, number, settings); });
    });
    const slow = found.some(function (one) { return one.out.some(function (left) { return left.latency !== undefined; }); });
    const line = slow ? '' : choosing.command(data, asked);
    const parts = [element('h2', line ? 'Not measured' : 'No engine here fits'),
      element('p', 'The question: ' + (mix(asked) || 'no operation') + '; values of ' + asked.value + ' B, data ' + share(asked.data) + ' of memory, ' +
        asked.durability + ', ' + threads(asked) + '.', 'about')];
    const open = line ? choosing.candidates(data, asked) : [];
    const out = found.flatMap(function (one) { return one.out; })
        .filter(function (one) { return open.indexOf(one.engine) < 0; })
        .filter(function (one, i, all) { return all.findIndex(function (other) { return other.engine === one.engine; }) === i; });
    parts.push(element('ul', choosing.spans(data, asked).map(function (span) {
      return element('li', span.threads.length === 0 ? span.kind + ': not measured with these values'
        : span.kind + ': measured from ' + share(span.from) + ' to ' + share(span.to) + ' of memory, by ' + span.threads.join(' and ') +
          ' threads, at ' + span.levels.join(' and ') + '; not every combination was measured');
    })));
    if (line) {
      parts.push(element('p', 'This measures it:'), element('pre', line, 'command'));
    }
    return element('section', parts.concat(listed('Excluded:', out)), 'card answered');
  }

  /** The same mix by the size of the data, as far as cells reach. */
  function chart(found, asked) {
    return {
      id: 'mix', kind: 'LINES', family: '', option: '', subtitle: [], categories: null, memory: null, reference: null, rows: null,
      x: { name: 'data / memory', form: 'COUNT', log: true },
      y: { name: NAMES[asked.rank], form: asked.rank === 'rate' ? 'COUNT' : 'NANOS', log: true },
      series: found.rows.map(function (row, order) {
        const all = choosing.places(Object.values(row.operations).flatMap(function (operation) {
          return operation.cells.map(function (one) { return one.cell; });
        })).concat([asked.data]).sort(function (a, b) { return a - b; });
        const points = all.filter(function (x, i) { return i === 0 || x > all[i - 1] * 1.000001; }).map(function (x) {
          const there = Object.assign({}, asked, { data: x });
          const operations = {};
          const whole = Object.keys(found.weights).every(function (kind) {
            operations[kind] = choosing.operation(data, there, found.run, found.settings, row.engine, kind);
            return operations[kind];
          });
          const values = whole ? choosing.mixed(found.weights, operations) : [];
          const known = values.map(function (value) { return value[asked.rank]; }).filter(function (value) { return value !== null; });
          return known.length ? [x, choosing.middle(values, asked.rank), Math.min.apply(null, known), Math.max.apply(null, known)] : null;
        }).filter(Boolean);
        return { name: row.engine, label: row.engine, style: data.engines[row.engine].style, order: order, points: points };
      })
    };
  }

  function draw() {
    const plot = document.querySelector('.plot');
    if (plot && drawing) {
      const drawn = storemark.draw(drawing, { width: plot.clientWidth, dark: scheme.matches, title: false, hidden: {} });
      plot.style.height = drawn.height + 'px';
      if (drawnOn) {
        drawnOn.dispose();
      }
      drawnOn = echarts.init(plot, null, { renderer: 'svg', width: plot.clientWidth, height: drawn.height });
      drawnOn.setOption(drawn.option);
    }
  }

  function show() {
    const asked = question();
    choosing.KINDS.forEach(function (kind) { form.elements[kind].nextElementSibling.textContent = form.elements[kind].value; });
    place.value = Math.log10(asked.data || 1);
    const found = Object.keys(choosing.weightsOf(asked)).length ? choosing.decide(data, asked) : [];
    answer.replaceChildren.apply(answer, found.length ? found.map(function (one, i) { return block(one, asked, i === 0); }) : [unanswered(asked)]);
    drawing = found.length ? chart(found[0], asked) : null;
    if (drawing) {
      const caption = element('figcaption', [element('h3', mix(asked) + ' by size of data, run ' + data.runs[found[0].run].name),
        element('p', 'Medians of repetitions, at the asked threads; bars from the lowest to the highest repetition.')]);
      answer.children[0].after(element('figure', [caption, element('div', [], 'plot')]));
    }
    draw();
  }

  place.addEventListener('input', function () { form.elements.data.value = share(Math.pow(10, Number(place.value))); });
  form.addEventListener('input', function () { keep(); show(); });
  form.addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', function () { restore(); show(); });
  window.addEventListener('resize', draw);
  scheme.addEventListener('change', draw);
  offer();
  restore();
  show();
})();
