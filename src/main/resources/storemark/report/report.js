// Brings report.html to life: draws its charts, and draws them again when their width, the colour scheme or the choice of
// series changes.
(function () {
  'use strict';

  const charts = {};
  JSON.parse(document.getElementById('data').textContent).forEach(function (chart) { charts[chart.id] = chart; });
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  const hidden = {};
  const drawn = new Map();
  let printing = false;

  function draw(place) {
    const width = place.clientWidth;
    if (!width) {
      return;
    }
    const view = { width: width, dark: scheme.matches && !printing, title: false, hidden: hidden };
    const drawing = storemark.draw(charts[place.dataset.chart], view);
    place.style.height = drawing.height + 'px';
    const old = drawn.get(place);
    const chart = old ? old.chart : echarts.init(place, null, { renderer: 'svg', width: width, height: drawing.height });
    chart.resize({ width: width, height: drawing.height });
    chart.setOption(drawing.option, { notMerge: true });
    drawn.set(place, { chart: chart, width: width });
  }

  function drawAgain() {
    drawn.forEach(function (old, place) { draw(place); });
  }

  function save(chart) {
    const drawing = storemark.draw(chart, { width: 760, dark: false, title: true, hidden: hidden });
    const still = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 760, height: drawing.height });
    still.setOption(drawing.option);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([still.renderToSVGString()], { type: 'image/svg+xml' }));
    link.download = chart.id + '.svg';
    link.click();
    URL.revokeObjectURL(link.href);
    still.dispose();
  }

  /** All that a chart draws, as a table: a row for each place on the x axis, or for each row of a map or a dot plot. */
  function tabulate(details) {
    const chart = charts[details.dataset.chart];
    const map = chart.kind === 'MAP';
    const dotted = chart.kind === 'DOTS';
    const columns = map ? chart.categories : chart.series.map(function (one) { return one.label; });
    const rows = new Map((map ? chart.rows : []).map(function (name, row) { return [row, {}]; }));
    chart.series.forEach(function (one) {
      one.points.forEach(function (point) {
        const row = map ? point[1] : point[0];
        rows.set(row, rows.get(row) || {});
        rows.get(row)[map ? chart.categories[point[0]] : one.label] = map ? best(one.name, point[2])
          : dotted ? point.slice(1).map(function (one) { return scales.format(one, chart.x.form); }).join(', ') : value(point, chart.y.form);
      });
    });
    const table = document.createElement('table');
    table.className = map ? 'data words' : 'data';
    const head = table.createTHead().insertRow();
    const pairs = dotted && chart.series[0].points[0].length > 2;
    [map ? 'usage' : pairs ? 'published, measured' : chart.x.name].concat(columns).forEach(function (name) { field(head, 'th', 'col', name); });
    const body = table.createTBody();
    Array.from(rows.keys()).sort(function (a, b) { return a - b; }).forEach(function (at) {
      const row = body.insertRow();
      field(row, 'th', 'row', chart.rows ? chart.rows[at] : chart.categories ? chart.categories[at] : scales.format(at, chart.x.form));
      columns.forEach(function (name) { row.insertCell().textContent = rows.get(at)[name] || (map ? '' : '-'); });
    });
    const wide = document.createElement('div');
    wide.className = 'wide';
    wide.append(table);
    details.append(wide);
  }

  function field(row, kind, scope, text) {
    const cell = document.createElement(kind);
    cell.scope = scope;
    cell.textContent = text;
    row.append(cell);
  }

  function best(name, ahead) {
    return ahead === null || isNaN(ahead) ? name : name + ' ' + scales.format(ahead, 'RATIO');
  }

  function value(point, form) {
    const spread = ' (' + scales.format(Math.max(point[2], 0), form) + ' to ' + scales.format(point[3], form) + ')';
    return scales.format(point[1], form) + (point[3] > point[2] ? spread : '');
  }

  // ---- tables: sorted by a click on a head, without the engines that are hidden, with a shadow where more follows ----

  const UNITS = { k: 1e3, M: 1e6, G: 1e9, KiB: 1024, MiB: 1048576, GiB: 1073741824, TiB: 1099511627776, '\u00b5s': 1e3, ms: 1e6, s: 1e9 };

  /** The number that a field begins with; below all numbers where it has none. */
  function numberOf(row, column) {
    const text = row.cells[column] && row.cells[column].firstChild; // a range may follow
    const found = /^([-+]?[0-9][0-9.,]*) ?([A-Za-z\u00b5]*)/.exec(text ? text.textContent : '');
    return found ? parseFloat(found[1].replace(/,/g, '')) * (UNITS[found[2]] || 1) : -Infinity;
  }

  function sort(table, head) {
    const falling = head.getAttribute('aria-sort') !== 'descending';
    const column = head.cellIndex;
    const rows = Array.from(table.tBodies[0].rows);
    const words = rows.every(function (row) { return numberOf(row, column) === -Infinity; });
    rows.sort(function (a, b) {
      const order = words ? b.cells[column].textContent.localeCompare(a.cells[column].textContent)
        : numberOf(a, column) - numberOf(b, column) || 0;
      return falling ? -order : order;
    });
    table.tBodies[0].append.apply(table.tBodies[0], rows);
    Array.from(head.parentNode.cells).forEach(function (other) { other.removeAttribute('aria-sort'); });
    head.setAttribute('aria-sort', falling ? 'descending' : 'ascending');
  }

  function sortable(table) {
    Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells).forEach(function (head) {
      head.tabIndex = 0;
      head.addEventListener('click', function () { sort(table, head); });
      head.addEventListener('keydown', function (event) {
        if (event.key === 'Enter') {
          sort(table, head);
        }
      });
    });
  }

  /** Rows that name a hidden engine, and columns of one. */
  function filter(table) {
    const rows = Array.from(table.tBodies[0].rows);
    rows.forEach(function (row) {
      row.hidden = Array.from(row.cells).some(function (cell) { return hidden[cell.textContent]; });
    });
    Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells).forEach(function (head, column) {
      if (column && head.textContent in hidden) {
        [head].concat(rows.map(function (row) { return row.cells[column]; })).forEach(function (cell) {
          cell.hidden = hidden[head.textContent];
        });
      }
    });
  }

  function shadow(wide) {
    wide.classList.toggle('more', wide.scrollWidth - wide.clientWidth - wide.scrollLeft > 1);
    wide.classList.toggle('below', wide.scrollHeight - wide.clientHeight - wide.scrollTop > 1);
  }

  // ---- the page ----

  const places = Array.from(document.querySelectorAll('.plot'));
  const folds = Array.from(document.querySelectorAll('details.fold'));
  const menu = document.querySelector('aside details');
  const beside = window.matchMedia('(min-width: 1000px)');

  const sized = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) {
      const old = drawn.get(entry.target);
      if (entry.target.clientWidth && (!old || old.width !== entry.target.clientWidth)) {
        draw(entry.target);
      }
    });
  });

  function choose(select, id) {
    Array.from(select.options).forEach(function (option) {
      document.getElementById(option.value).hidden = option.value !== id;
    });
    select.value = id;
  }

  /** What a link leads to may be folded, or not the one that is chosen. */
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) {
      return;
    }
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') {
        at.open = true;
      }
    }
    target.querySelectorAll(':scope > details.fold').forEach(function (fold) { fold.open = true; });
    const select = target.tagName === 'FIGURE' && target.parentNode.querySelector('select');
    if (select) {
      choose(select, target.id);
    }
    target.scrollIntoView();
  }

  /** On paper all is unfolded and drawn, in light colours. */
  function print(starts) {
    printing = starts;
    folds.forEach(function (fold) {
      if (starts) {
        fold.dataset.open = fold.open;
      }
      fold.open = starts || fold.dataset.open === 'true';
    });
    document.body.classList.toggle('printing', starts);
    places.forEach(draw);
  }

  function show(boxes) {
    boxes.forEach(function (box) { hidden[box.value] = !box.checked; });
    drawAgain();
    document.querySelectorAll('table.data').forEach(filter);
  }

  document.querySelectorAll('.values').forEach(tabulate);
  document.querySelectorAll('.save').forEach(function (button) {
    button.addEventListener('click', function () { save(charts[button.dataset.chart]); });
  });
  document.querySelectorAll('table.data').forEach(sortable);
  document.querySelectorAll('.wide').forEach(function (wide) {
    wide.addEventListener('scroll', function () { shadow(wide); });
    new ResizeObserver(function () { shadow(wide); }).observe(wide);
  });
  document.querySelectorAll('.choose select').forEach(function (select) {
    select.addEventListener('change', function () { choose(select, select.value); });
  });
  const boxes = Array.from(document.querySelectorAll('.filter input'));
  boxes.forEach(function (box) { box.addEventListener('change', function () { show([box]); }); });
  document.querySelectorAll('.filter button').forEach(function (button) {
    button.addEventListener('click', function () {
      boxes.forEach(function (box) { box.checked = button.dataset.all === 'true'; });
      show(boxes);
    });
  });
  scheme.addEventListener('change', drawAgain);
  window.addEventListener('beforeprint', function () { print(true); });
  window.addEventListener('afterprint', function () { print(false); });
  window.addEventListener('hashchange', reveal);
  beside.addEventListener('change', function () { menu.open = beside.matches; });
  menu.open = beside.matches;
  menu.addEventListener('click', function (event) {
    if (event.target.tagName === 'A' && !beside.matches) {
      menu.open = false;
    }
  });
  reveal();
  // Labels are laid out by their measured width, so the fonts have to be there first.
  document.fonts.load('bold 12px Inter').then(function () { return document.fonts.load('12px Inter'); }).finally(function () {
    places.forEach(function (place) { sized.observe(place); });
  });
})();
