import { mount } from 'svelte';
import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/occurrence.css';

mount(App, { target: document.getElementById('app')! });
